-- Notes many operations that members began, as one statement: counts their statements up to p_seq, and writes for each position
-- in p_which a row of the statement and a row of the audit trail. Answers how many it noted.
-- Columns are read by position, since `unnest` of many arrays keeps a table of its own for each of them.
create function statement_record(
  p_members text[], p_seq bigint[], p_which int[],
  p_member int[], p_number bigint[], p_operation uuid[], p_type statement_type, p_from text[], p_to text[], p_status statement_status,
  p_amount bigint[], p_currency ledger_currency[], p_action text, p_request text[], p_at timestamptz
) returns int
language plpgsql
as $$
declare
  v_count int;
begin
  with counted as (
    update statement_counter c set seq = p_seq[m]
      from generate_series(1, cardinality(p_members)) as m
      where c.member_id = p_members[m] and c.seq <> p_seq[m]
  ), noted as (
    insert into core_audit (at, actor, request_id, action, subject)
      select p_at, 'member:' || p_members[p_member[i]], p_request[i], p_action, p_operation[i]
      from unnest(p_which) as i
  )
  insert into statement_row (member_id, seq, operation, statement_type, "from", "to", status, amount, currency, created_at)
    select p_members[p_member[i]], p_number[i], p_operation[i], p_type, p_from[i], p_to[i], p_status, p_amount[i], p_currency[i], p_at
    from unnest(p_which) as i;
  get diagnostics v_count = row_count;
  return v_count;
end $$;

revoke all on function statement_record from public;
grant execute on function statement_record to kapao_app;
