-- Judges under the member's locks whether the member holds a bonus, so that money cannot arrive between a bonus being
-- given and the check for one; then settles the arrivals. An item carries as `waits` the statement's text for money
-- that waits. The locks are those of deposits_settle in its order, which finds them taken. A slip claims unassigned
-- money only if its member was compared with all that is known of the payer by now. Such an item carries `compared`:
-- the deposit that was found and what was reported of its payer, or null if there was none. If that has changed
-- since, nothing is done, and the caller compares again. Items without `compared` are not checked.
create or replace function deposits_receive(
  p_members text[], p_member_accounts bigint[], p_house_accounts bigint[], p_items jsonb, p_at timestamptz, p_skip_busy boolean,
  out o_status int[], out o_deposit uuid[], out o_action text[], out o_statement_seq bigint[], out o_statement_id uuid[],
  out o_wallet_seq bigint[], out o_why text[]
)
language plpgsql
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_items jsonb;
  v_item jsonb;
  v_counter bigint[] := '{}';
  v_holders text[] := '{}';
  d deposits_deposit;
begin
  if p_skip_busy then
    perform from deposits_lock where no in (select (item->>'turn')::smallint from jsonb_array_elements(p_items) as item)
      order by no for no key update skip locked;
  else
    perform from deposits_lock where no in (select (item->>'turn')::smallint from jsonb_array_elements(p_items) as item)
      order by no for no key update;
  end if;
  if cardinality(p_members) > 0 then
    v_counter := statement_lock(p_members, p_skip_busy);
    v_holders := bonus_holders(p_members);
  end if;

  for i in 0 .. jsonb_array_length(p_items) - 1 loop
    v_item := p_items->i;
    continue when not v_item ? 'compared' or v_item->>'why' is not null;
    d := deposits_find(
      jsonb_populate_record(null::deposits_arrival, v_item), (p_member_accounts || p_house_accounts)[(v_item->>'house')::int]);
    continue when d.state is distinct from 'suspended' or d.member_id is not null;
    continue when v_item->'compared' @> jsonb_build_object(
      'id', d.id, 'bank', d.payer_bank, 'account', d.payer_account, 'name', d.payer_name);
    -- With `known` set and no member or event, the item finds this deposit, changes nothing, and leaves no trace.
    p_items := jsonb_set(p_items, array[i::text], v_item || jsonb_build_object('known', d.id, 'member', 0, 'event', ''));
  end loop;

  select jsonb_agg(
      case
        -- Without the member's lock the bonus is unknown: a slot that no process can hold makes the item busy.
        when p_skip_busy and whose is not null and v_counter[place] is null then item || '{"turn": -1}'
        when item->>'why' is null and whose = any (v_holders) then item || jsonb_build_object('why', 'bonus', 'about', item->'waits')
        else item
      end order by at),
    array_agg(case when item->>'why' is null and whose = any (v_holders) then 'bonus' else item->>'why' end order by at)
    into v_items, o_why
    from jsonb_array_elements(p_items) with ordinality as each (item, at),
         lateral (select nullif((item->>'member')::int, 0) as place) as named,
         lateral (select p_members[place] as whose) as known;

  select s.o_status, s.o_deposit, s.o_action, s.o_statement_seq, s.o_statement_id, s.o_wallet_seq
    into o_status, o_deposit, o_action, o_statement_seq, o_statement_id, o_wallet_seq
    from deposits_settle(p_members, p_member_accounts, p_house_accounts, v_items, p_at, p_skip_busy) as s;
end $$;

revoke all on function deposits_receive from public;
grant execute on function deposits_receive to kapao_app;
