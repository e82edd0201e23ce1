-- Settles arrivals of money, each once: checks whether it has been seen, by event, by reference, or unnamed and
-- similar; then credits it, puts it into suspense, or releases it from suspense; and writes deposit, report,
-- reference, statement, audit and coins, in one commit. A deposit that may be a transfer that is credited already
-- waits as `alike`; one that only a message reports is credited within its bound, and otherwise waits as
-- `unconfirmed`, as does one that waited for another reason and would be credited now. An operator's match is final.
-- Locks: turns, statement counters, references in order, and the ledger last. Statuses: 0 done, 1 nothing to do, 4
-- its member has no statement, 8 busy. Actions: credit, suspend, release, claim, none.
create or replace function deposits_settle(
  p_members text[], p_member_accounts bigint[], p_house_accounts bigint[], p_items jsonb, p_at timestamptz, p_skip_busy boolean,
  out o_status int[], out o_deposit uuid[], out o_action text[], out o_statement_seq bigint[], out o_statement_id uuid[],
  out o_wallet_seq bigint[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_items deposits_arrival[] := array(select r from jsonb_populate_recordset(null::deposits_arrival, p_items) as r);
  v_count int := cardinality(v_items);
  v_accounts bigint[] := p_member_accounts || p_house_accounts;
  v_turns smallint[];
  v_counter bigint[] := '{}';
  v_pots text[];
  v_seen text[] := '{}';
  v_credited bigint[] := array_fill(0::bigint, array[cardinality(p_members)]);
  v_adopted uuid[] := '{}';
  v_differs boolean[];
  v_row_is_new boolean[];
  v_busy int[];
  v_item deposits_arrival;
  v_member text;
  v_deposit deposits_deposit;
  v_judged record;
  v_request record;
  v_booked record;
begin
  if p_skip_busy then
    v_turns := array(select no from deposits_lock where no in (select (unnest(v_items)).turn) order by no for no key update skip locked);
  else
    v_turns := array(select no from deposits_lock where no in (select (unnest(v_items)).turn) order by no for no key update);
  end if;
  if cardinality(p_members) > 0 then v_counter := statement_lock(p_members, p_skip_busy); end if;
  v_pots := array(
    select i.trust_pot from unnest(v_items) as i where i.trust_pot is not null
    union select w.pot from unnest(v_items) as i join bankfeed_claim w on w.deposit = i.known);
  if cardinality(v_pots) > 0 then perform bankfeed_lock(v_pots); end if;

  o_status := array_fill(1, array[v_count]);
  o_deposit := array_fill(null::uuid, array[v_count]);
  o_action := array_fill('none'::text, array[v_count]);
  o_statement_seq := array_fill(null::bigint, array[v_count]);
  o_statement_id := o_deposit;
  v_differs := array_fill(false, array[v_count]);
  v_row_is_new := v_differs;

  for i in 1 .. v_count loop
    v_item := v_items[i];
    v_member := p_members[nullif(v_item.member, 0)];
    o_deposit[i] := v_item.id;
    if not v_item.turn = any (v_turns) or (v_item.member > 0 and v_counter[v_item.member] is null) then
      o_status[i] := case when p_skip_busy then 8 else 4 end;
      continue;
    end if;
    -- An arrival that shares a reference or event with another of this batch is looked up in the next batch.
    if (v_item.refs || (v_item.channel || ' ' || v_item.event)) && v_seen then
      o_status[i] := 8;
      continue;
    end if;
    v_seen := v_seen || v_item.refs || (v_item.channel || ' ' || v_item.event);

    v_deposit := deposits_find(v_item, v_accounts[v_item.house]);
    if v_deposit.id is not null then
      o_deposit[i] := v_deposit.id;
      o_statement_seq[i] := v_deposit.statement_seq;
      o_statement_id[i] := v_deposit.statement_id;
    end if;
    v_judged := deposits_judge(v_item, v_deposit, v_accounts[v_item.house], v_member, p_at);
    v_differs[i] := v_judged.o_differs;
    continue when v_judged.o_action = 'none';
    o_status[i] := 0;
    o_action[i] := v_judged.o_action;
    v_item.why := v_judged.o_why;
    v_item.about := v_judged.o_about;

    -- The statement row of a member who did not own the money after all fails.
    if v_deposit.member_id <> v_member then
      update statement_row set status = 'FAILED' where member_id = v_deposit.member_id and seq = v_deposit.statement_seq;
      o_statement_seq[i] := null;
      o_statement_id[i] := null;
    end if;
    if v_item.member > 0 and o_statement_seq[i] is null then
      select * into v_request from deposits_request r
        where r.member_id = v_member and r.amount = v_item.amount and r.currency = v_item.currency and r.state = 'open'
          and r.id <> all (v_adopted)
        order by r.created_at, r.id limit 1;
      if found then
        v_adopted := v_adopted || v_request.id;
        o_statement_seq[i] := v_request.statement_seq;
        o_statement_id[i] := v_request.id;
      else
        v_row_is_new[i] := true;
        o_statement_id[i] := o_deposit[i];
      end if;
    end if;

    if o_action[i] in ('credit', 'release') then
      if v_item.coin_per > 0 then
        -- Deposits of this batch are in no table yet.
        v_item.coins := deposits_coins(v_member, v_item.amount, v_item.coin_per, p_at, v_credited[v_item.member]);
      end if;
      if v_item.member > 0 then v_credited[v_item.member] := v_credited[v_item.member] + v_item.amount; end if;
    end if;
    v_items[i] := v_item;
  end loop;

  v_booked := deposits_book(
    p_member_accounts => p_member_accounts, p_house_accounts => p_house_accounts, p_items => v_items, p_action => o_action,
    p_deposit => o_deposit, p_differs => v_differs, p_at => p_at, p_skip_busy => p_skip_busy, o_status => o_status);
  o_status := v_booked.o_status;
  o_wallet_seq := v_booked.o_wallet_seq;
  v_busy := array(select i from generate_subscripts(v_items, 1) as i where o_status[i] = 8 and o_action[i] <> 'none');
  if cardinality(v_busy) > 0 then
    perform deposits_undo(array(select o_deposit[i] from unnest(v_busy) as i where o_action[i] in ('credit', 'suspend')));
    for i in 1 .. cardinality(v_busy) loop o_action[v_busy[i]] := 'none'; end loop;
  end if;

  for i in 1 .. v_count loop
    if o_action[i] <> 'none' and v_row_is_new[i] then
      v_item := v_items[i];
      v_counter[v_item.member] := v_counter[v_item.member] + 1;
      o_statement_seq[i] := v_counter[v_item.member];
    end if;
  end loop;
  perform deposits_write(
    p_members => p_members, p_counter => v_counter, p_items => v_items, p_accounts => v_accounts, p_at => p_at,
    p_action => o_action, p_deposit => o_deposit, p_seq => o_statement_seq, p_statement_id => o_statement_id,
    p_is_new => v_row_is_new);
end $$;

revoke all on function deposits_settle from public;
grant execute on function deposits_settle to kapao_app;
