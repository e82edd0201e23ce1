-- A first name alone credits no gift link any more, so nobody asks when a link was first given here.
drop index giftlinks_link_given_folded;
