-- Where the wallet tells no phone the first name decides, and a member who was refused could take the name and try again. So it is asked
-- when a gift link was first given here, by whoever.
create index giftlinks_link_given on giftlinks_link (voucher, created_at);
