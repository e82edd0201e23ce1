-- What was received on a day, for the comparison with what the wallet says.
create index giftlinks_link_received on giftlinks_link (created_at) where amount is not null;
