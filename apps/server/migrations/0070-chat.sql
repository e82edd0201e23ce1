-- Guests are forgotten long before members: those who are due stand among all members who have written since.
create index chat_conversation_guest on chat_conversation (last_at) where owner like 'guest:%';
