-- Guests cost nothing to make, so how many talks of theirs may be open at once is counted by the network that they come from: a
-- crowd of them stood before the members who wait. Kept is a hash, of guests only.
alter table chat_conversation add column network bytea check (network is null or (owner like 'guest:%' and length(network) = 32));
create index chat_conversation_network on chat_conversation (network, last_at) where network is not null;
