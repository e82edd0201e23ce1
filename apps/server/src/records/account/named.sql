-- Members of whom each of these beginnings begins a part of a name. Where few are wanted the planner would rather read
-- the whole table than the index, and reads all of it when there are none.
create or replace function account_named(p_query text, p_limit int) returns setof text
language sql stable parallel safe
set enable_seqscan = off
as $$
  select id from account_member
  where to_tsvector('simple', name || ' ' || bank_account_name) @@ to_tsquery('simple', p_query) limit p_limit
$$;
