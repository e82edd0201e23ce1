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
  v_accounts bigint[] := p_member_accounts || p_house_accounts;
  v_held smallint[];
  v_counter bigint[] := '{}';
  v_pots text[];
  v_seen text[] := '{}';
  v_credited bigint[] := array_fill(0::bigint, array[cardinality(p_members)]);
  v_adopted uuid[] := '{}';
  v_differs boolean[];
  v_busy int[];
  v_row_is_new boolean[];
  v_expected int;
  v_written int;
  v deposits_arrival;
  d deposits_deposit;
  v_is_credit boolean;
  v_undone uuid[];
  v_request record;
  v_applied record;
  m_item int[] := '{}';
  m_idem uuid[] := '{}';
  m_debit int[] := '{}';
  m_credit int[] := '{}';
  m_amount bigint[] := '{}';
  m_kind ledger_kind[] := '{}';
  n int := cardinality(v_items);
  k int;
begin
  if p_skip_busy then
    v_held := array(select no from deposits_lock where no in (select (unnest(v_items)).turn) order by no for no key update skip locked);
  else
    v_held := array(select no from deposits_lock where no in (select (unnest(v_items)).turn) order by no for no key update);
  end if;
  if cardinality(p_members) > 0 then v_counter := statement_lock(p_members, p_skip_busy); end if;
  v_pots := array(
    select i.trust_pot from unnest(v_items) as i where i.trust_pot is not null
    union select w.pot from unnest(v_items) as i join bankfeed_claim w on w.deposit = i.known);
  if cardinality(v_pots) > 0 then perform bankfeed_lock(v_pots); end if;

  o_status := array_fill(1, array[n]);
  o_deposit := array_fill(null::uuid, array[n]);
  o_action := array_fill('none'::text, array[n]);
  o_statement_seq := array_fill(null::bigint, array[n]);
  o_statement_id := o_deposit;
  o_wallet_seq := o_statement_seq;
  v_differs := array_fill(false, array[n]);
  v_row_is_new := v_differs;

  for i in 1 .. n loop
    v := v_items[i];
    o_deposit[i] := v.id;
    if not v.turn = any (v_held) or (v.member > 0 and v_counter[v.member] is null) then
      o_status[i] := case when p_skip_busy then 8 else 4 end;
      continue;
    end if;
    -- An arrival that shares a reference or event with another of this batch is looked up in the next batch.
    if (v.refs || (v.channel || ' ' || v.event)) && v_seen then
      o_status[i] := 8;
      continue;
    end if;
    v_seen := v_seen || v.refs || (v.channel || ' ' || v.event);

    d := deposits_find(v, v_accounts[v.house]);
    if d.id is null then
      -- An SMS whose text came before under another id may be an honest second transfer or a repeat: an operator
      -- decides.
      if v.channel = 'sms' and v.why is null and v.event like '%:%' and exists (
           select from deposits_report s where s.channel = 'sms' and s.event_id >= split_part(v.event, ':', 1) || ':'
             and s.event_id < split_part(v.event, ':', 1) || ';') then
        v.why := 'repeated';
        v_items[i] := v;
      end if;
      if coalesce(v.why in ('bonus', 'inactive'), true) and deposits_doubt(v, d, v_accounts[v.house], p_members[nullif(v.member, 0)]) then
        v.why := 'alike';
        v.about := null;
        v_items[i] := v;
      end if;
      if v.trust_pot is not null then
        v_is_credit := coalesce(v.why in ('bonus', 'inactive'), true);
        if not bankfeed_record(v.id, v.channel, v.trust_pot, v.amount, v.currency, v.trust_max, v.trust_blind, v_is_credit, p_at)
          and v_is_credit then
          v.why := 'unconfirmed';
          v.about := v.checking;
          v_items[i] := v;
        end if;
      end if;
      o_status[i] := 0;
      o_action[i] := case when v.why is null then 'credit' else 'suspend' end;
    else
      o_deposit[i] := d.id;
      o_statement_seq[i] := d.statement_seq;
      o_statement_id[i] := d.statement_id;
      v_differs[i] := (d.amount, d.currency, d.house_account) is distinct from (v.amount, v.currency, v_accounts[v.house]);
      if d.state in ('credited', 'suspended') and v.member > 0 and not v_differs[i] then
        -- The slip service knows the transfer, which makes it a second source.
        if v.channel = 'slip' and coalesce(v.why in ('bonus', 'inactive'), true) and coalesce(d.member_id = p_members[v.member], true) then
          perform bankfeed_show(d.id, 'slip:' || v.event, p_at);
        end if;
      end if;
      if d.state = 'suspended' and v.member > 0 and not v_differs[i] then
        if v.force or ((d.member_id is null or d.member_id = p_members[v.member])
                       and (d.why in ('unknown-payer', 'unproven-payer', 'ambiguous', 'unknown-member', 'bonus', 'inactive', 'alike', 'unconfirmed')
                            -- A text that may have been sent twice is trusted once the transfer itself is named.
                            or d.why = 'repeated' and cardinality(v.refs) > 0)) then
          -- A deposit that waits only for its member was judged when it arrived.
          if not v.force and coalesce(v.why in ('bonus', 'inactive'), true) and d.why not in ('bonus', 'inactive')
             and deposits_doubt(v, d, v_accounts[v.house], p_members[v.member]) then
            v.why := 'alike';
            v.about := null;
            v_items[i] := v;
          end if;
          if not v.force and coalesce(v.why in ('bonus', 'inactive'), true) and not bankfeed_trusts(d.id, p_at) then
            v.why := 'unconfirmed';
            v.about := v.checking;
            v_items[i] := v;
          end if;
          if v.why is null then
            o_status[i] := 0;
            o_action[i] := 'release';
          elsif d.member_id is null or v.force or 'unconfirmed' in (d.why, v.why) and d.why <> v.why then
            o_status[i] := 0;
            o_action[i] := 'claim';
          end if;
        end if;
      end if;
      if o_status[i] = 0 and v.force then
        perform bankfeed_decide(d.id, p_at);
      end if;
      -- The statement row of a member who did not own the money after all fails.
      if o_status[i] = 0 and d.member_id <> p_members[v.member] then
        update statement_row set status = 'FAILED' where member_id = d.member_id and seq = d.statement_seq;
        o_statement_seq[i] := null;
        o_statement_id[i] := null;
      end if;
    end if;

    if o_status[i] = 0 and v.member > 0 and o_statement_seq[i] is null then
      select * into v_request from deposits_request r
        where r.member_id = p_members[v.member] and r.amount = v.amount and r.currency = v.currency and r.state = 'open'
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

    if o_action[i] in ('credit', 'suspend', 'release') then
      m_item := m_item || i;
      m_idem := m_idem || ledger_leg(o_deposit[i], case o_action[i] when 'release' then 2 else 1 end);
      m_debit := m_debit || case o_action[i] when 'release' then v.suspense else v.house end;
      m_credit := m_credit || case o_action[i] when 'suspend' then v.suspense else v.wallet end;
      m_amount := m_amount || v.amount;
      m_kind := m_kind || case o_action[i] when 'credit' then 'deposit' when 'suspend' then 'suspense' else 'suspense_release' end::ledger_kind;
    end if;
    if o_action[i] in ('credit', 'release') and v.coin_per > 0 then
      -- Deposits of this batch are in no table yet.
      v.coins := deposits_coins(p_members[v.member], v.amount, v.coin_per, p_at, v_credited[v.member]);
      v_items[i] := v;
    end if;
    if o_action[i] in ('credit', 'release') and v.member > 0 then v_credited[v.member] := v_credited[v.member] + v.amount; end if;
    if o_action[i] in ('credit', 'release') and v.coins > 0 then
      m_item := m_item || i;
      m_idem := m_idem || ledger_leg(o_deposit[i], 4);
      m_debit := m_debit || v.coin_house;
      m_credit := m_credit || v.coin;
      m_amount := m_amount || v.coins;
      m_kind := m_kind || 'coin_grant'::ledger_kind;
    end if;
  end loop;

  -- Written before the ledger is touched, because it may wait for a process that is writing the same.
  select count(*) into v_expected from generate_subscripts(v_items, 1) as i, unnest((v_items[i]).refs) where o_action[i] in ('credit', 'suspend');
  insert into deposits_reference (reference, deposit)
    select ref, o_deposit[i] from generate_subscripts(v_items, 1) as i, unnest((v_items[i]).refs) as ref
    where o_action[i] in ('credit', 'suspend') order by ref on conflict do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_expected then raise exception 'another process has just seen this transfer' using errcode = '40001'; end if;
  select count(*) into v_expected from generate_subscripts(v_items, 1) as i where o_action[i] in ('credit', 'suspend');
  insert into deposits_report (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at)
    select (v_items[i]).channel, (v_items[i]).event, o_deposit[i], v_accounts[(v_items[i]).house], (v_items[i]).amount,
           (v_items[i]).currency, (v_items[i]).paid_at, false, p_at
    from generate_subscripts(v_items, 1) as i where o_action[i] in ('credit', 'suspend')
    order by (v_items[i]).channel, (v_items[i]).event on conflict do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_expected then raise exception 'another process has just seen this event' using errcode = '40001'; end if;
  perform deposits_see_again(v_items, v_accounts, o_deposit, v_differs, p_at,
    array(select i from generate_subscripts(v_items, 1) as i
          where o_status[i] in (0, 1) and o_action[i] not in ('credit', 'suspend') and (v_items[i]).event <> ''));

  if cardinality(m_item) > 0 then
    select * into v_applied from ledger_apply(
      p_member_accounts, p_house_accounts, m_idem, m_debit, m_credit, m_amount, m_kind, p_at, p_group => m_item,
      p_skip_busy => p_skip_busy);
    for j in 1 .. cardinality(m_item) loop
      k := m_item[j];
      if v_applied.o_status[j] in (7, 8) then
        o_status[k] := 8;
      elsif v_applied.o_status[j] > 0 then
        raise exception 'deposit % was not accepted by the ledger: %', o_deposit[k], v_applied.o_status[j];
      elsif o_action[k] <> 'suspend' and m_kind[j] <> 'coin_grant' then
        o_wallet_seq[k] := v_applied.o_credit_seq[j];
      end if;
    end loop;
  end if;
  -- Items whose wallet was busy run again, and must find no trace of this run.
  v_busy := array(select i from generate_subscripts(v_items, 1) as i where o_status[i] = 8 and o_action[i] <> 'none');
  if cardinality(v_busy) > 0 then
    v_undone := array(select o_deposit[i] from unnest(v_busy) as i where o_action[i] in ('credit', 'suspend'));
    delete from deposits_reference where deposit = any(v_undone);
    delete from deposits_report where deposit = any(v_undone);
    perform bankfeed_forget(v_undone);
    foreach k in array v_busy loop o_action[k] := 'none'; end loop;
  end if;

  for i in 1 .. n loop
    if o_action[i] <> 'none' and v_row_is_new[i] then
      k := (v_items[i]).member;
      v_counter[k] := v_counter[k] + 1;
      o_statement_seq[i] := v_counter[k];
    end if;
  end loop;
  perform deposits_write(p_members, v_counter, v_items, v_accounts, p_at, o_action, o_deposit, o_statement_seq, o_statement_id, v_row_is_new);
end $$;

revoke all on function deposits_settle from public;
grant execute on function deposits_settle to kapao_app;
