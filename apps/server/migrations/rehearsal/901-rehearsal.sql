-- The reference operation: a transfer between two game accounts of one member, built as every module that moves money is
-- built. Tests and benches apply this file; production never does.

create type rehearsal_state as enum ('held', 'done', 'returned');

create table rehearsal_transfer (
  id            uuid        primary key,
  member_id     text collate "C" not null,
  key           text        not null,
  fingerprint   uuid        not null,
  from_account  bigint      not null,
  hold_account  bigint      not null,
  to_account    bigint      not null,
  amount        bigint      not null,
  currency      ledger_currency not null,
  state         rehearsal_state not null,
  statement_seq bigint      not null,
  balance_after bigint      not null,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  constraint rehearsal_transfer_once unique (key, member_id)
) with (fillfactor = 80);
-- What the sweeper reads: operations that are still open.
create index rehearsal_transfer_open on rehearsal_transfer (created_at) where state = 'held';
grant select, insert, update on rehearsal_transfer to kapao_app;

-- Begins many transfers at once: takes the members' counters, answers keys that are known, holds the money of
-- the others, and writes saga, statement and audit rows, in one commit. Statuses: those of ledger_apply, and 10
-- for an abandoned key.
create or replace function rehearsal_begin(
  p_members text[], p_accounts bigint[],
  p_id uuid[], p_leg uuid[], p_member int[], p_key text[], p_fingerprint uuid[],
  p_from int[], p_hold int[], p_to bigint[], p_amount bigint[], p_currency ledger_currency[],
  p_from_name text[], p_to_name text[], p_request text[],
  p_at timestamptz, p_skip_busy boolean,
  out o_status int[], out o_id uuid[], out o_state text[], out o_seq bigint[], out o_balance bigint[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_count int := cardinality(p_id);
  v_counter bigint[];
  v_fresh int[];
  v_done int[];
  v_found record;
  v_applied record;
  k int;
  n int := 0;
begin
  v_counter := statement_lock(p_members, p_skip_busy);

  o_status := array_fill(-1, array[v_count]);
  o_id := p_id;
  o_state := array_fill('held'::text, array[v_count]);
  o_seq := array_fill(0::bigint, array[v_count]);
  o_balance := o_seq;

  -- Most often none is known, which one question tells.
  if exists (select from rehearsal_transfer t where t.key = any (p_key)) or exists (select from core_tombstone t where t.key = any (p_key)) then
    for v_found in select * from rehearsal_transfer t where t.key = any (p_key) loop
      foreach k in array array_positions(p_key, v_found.key) loop
        if p_members[p_member[k]] = v_found.member_id then
          o_status[k] := case when v_found.fingerprint = p_fingerprint[k] then 1 else 2 end;
          o_id[k] := v_found.id;
          o_state[k] := v_found.state;
          o_seq[k] := v_found.statement_seq;
          o_balance[k] := v_found.balance_after;
        end if;
      end loop;
    end loop;
    for v_found in select * from core_tombstone t where t.key = any (p_key) loop
      foreach k in array array_positions(p_key, v_found.key) loop
        if p_members[p_member[k]] = v_found.member_id then o_status[k] := 10; end if;
      end loop;
    end loop;
  end if;
  if array_position(v_counter, null) is not null then
    for i in 1 .. v_count loop
      if o_status[i] = -1 and v_counter[p_member[i]] is null then
        o_status[i] := case when p_skip_busy then 8 else 4 end;
      end if;
    end loop;
  end if;

  v_fresh := array_positions(o_status, -1);
  if cardinality(v_fresh) = 0 then return; end if;
  if cardinality(v_fresh) = v_count then
    v_applied := ledger_apply(p_accounts, '{}', p_leg, p_from, p_hold, p_amount,
      array_fill('transfer_hold'::ledger_kind, array[v_count]), p_at, p_skip_busy => p_skip_busy, p_fresh => true);
  else
    select * into v_applied from ledger_apply(p_accounts, '{}',
      array(select p_leg[i] from unnest(v_fresh) as i), array(select p_from[i] from unnest(v_fresh) as i),
      array(select p_hold[i] from unnest(v_fresh) as i), array(select p_amount[i] from unnest(v_fresh) as i),
      array_fill('transfer_hold'::ledger_kind, array[cardinality(v_fresh)]), p_at, p_skip_busy => p_skip_busy, p_fresh => true);
  end if;

  for j in 1 .. cardinality(v_fresh) loop
    k := v_fresh[j];
    o_status[k] := v_applied.o_status[j];
    if o_status[k] = 0 then
      n := n + 1;
      v_done[n] := k;
      v_counter[p_member[k]] := v_counter[p_member[k]] + 1;
      o_seq[k] := v_counter[p_member[k]];
      o_balance[k] := v_applied.o_debit_balance[j];
    end if;
  end loop;
  if n = 0 then return; end if;

  insert into rehearsal_transfer (id, member_id, key, fingerprint, from_account, hold_account, to_account, amount, currency,
                                  state, statement_seq, balance_after, created_at)
    select p_id[i], p_members[p_member[i]], p_key[i], p_fingerprint[i], p_accounts[p_from[i]], p_accounts[p_hold[i]], p_to[i],
           p_amount[i], p_currency[i], 'held', o_seq[i], o_balance[i], p_at
    from unnest(v_done) as i;

  n := statement_record(p_members, v_counter, v_done, p_member, o_seq, p_id, 'transfer', p_from_name, p_to_name, 'PENDING',
    p_amount, p_currency, 'rehearsal.begin', p_request, p_at);
end $$;

-- Ends many transfers at once: p_done says for each whether the money goes on to its target or back to its source.
-- Statuses: 0 ended now, 1 had ended so before, 2 had ended the other way, 4 unknown, 8 busy.
create or replace function rehearsal_end(
  p_id uuid[], p_done boolean[], p_at timestamptz, p_skip_busy boolean,
  out o_status int[]
)
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_locked uuid[];
  v_ids uuid[];
  v_leg uuid[];
  v_hold bigint[];
  v_target bigint[];
  v_amount bigint[];
  v_kind ledger_kind[];
  v_position int[];
  v_accounts bigint[];
  v_debit int[];
  v_credit int[];
  v_applied record;
  v_found record;
  k int;
  n int := 0;
begin
  o_status := array_fill(case when p_skip_busy then 8 else 4 end, array[cardinality(p_id)]);
  if p_skip_busy then
    v_locked := array(select id from rehearsal_transfer where id = any (p_id) order by id for no key update skip locked);
  else
    v_locked := array(select id from rehearsal_transfer where id = any (p_id) order by id for no key update);
  end if;
  -- Read only now, in a statement of its own: the state is what it is while we hold the row.
  for v_found in select * from rehearsal_transfer t where t.id = any (v_locked) loop
    k := array_position(p_id, v_found.id);
    if v_found.state = 'held' then
      n := n + 1;
      v_ids[n] := v_found.id;
      v_leg[n] := ledger_leg(v_found.id, case when p_done[k] then 2 else 3 end);
      v_hold[n] := v_found.hold_account;
      v_target[n] := case when p_done[k] then v_found.to_account else v_found.from_account end;
      v_amount[n] := v_found.amount;
      v_kind[n] := case when p_done[k] then 'transfer_settle' else 'transfer_return' end;
      v_position[n] := k;
    else
      o_status[k] := case when (v_found.state = 'done') = p_done[k] then 1 else 2 end;
    end if;
  end loop;
  if n = 0 then return; end if;

  v_accounts := array(select distinct a from unnest(v_hold || v_target) as a order by a);
  for j in 1 .. n loop
    v_debit[j] := array_position(v_accounts, v_hold[j]);
    v_credit[j] := array_position(v_accounts, v_target[j]);
  end loop;
  v_applied := ledger_apply(v_accounts, '{}', v_leg, v_debit, v_credit, v_amount, v_kind, p_at,
    p_skip_busy => p_skip_busy, p_fresh => true);
  for j in 1 .. n loop
    o_status[v_position[j]] := v_applied.o_status[j];
  end loop;

  with ended as (
    update rehearsal_transfer t
      set state = case when p_done[v_position[j]] then 'done' else 'returned' end::rehearsal_state, ended_at = p_at
      from generate_series(1, n) as j
      where t.id = v_ids[j] and o_status[v_position[j]] = 0
      returning t.member_id, t.statement_seq, t.state
  )
  update statement_row s set status = case ended.state when 'done' then 'SUCCESS' else 'FAILED' end::statement_status
    from ended where s.member_id = ended.member_id and s.seq = ended.statement_seq;
end $$;

revoke all on function rehearsal_begin, rehearsal_end from public;
grant execute on function rehearsal_begin, rehearsal_end to kapao_app;
