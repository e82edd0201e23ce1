-- The newest deposit of a member, which a bonus may be a share of.
create index deposits_deposit_credited on deposits_deposit (member_id, settled_at) where state = 'credited';
