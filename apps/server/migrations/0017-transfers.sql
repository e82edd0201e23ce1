-- Transfers begin and end with fewer statements a batch; what they do is what they did.

drop function transfers_begin, transfers_end;

-- Begins many transfers at once, at most one of each member: takes the members' counters, answers keys that are known, holds
-- the money of the others, and writes transfer, statement and audit rows, in one commit.
-- Statuses: those of ledger_apply, 10 for an abandoned key, 11 where another one is in flight with the same provider.
create function transfers_begin(
  p_members text[], p_accounts bigint[],
  p_id uuid[], p_leg uuid[], p_member int[], p_key text[], p_fingerprint uuid[], p_parent uuid[], p_kind transfers_kind[], p_game text[],
  p_from int[], p_hold int[], p_to bigint[], p_amount bigint[], p_currency ledger_currency[],
  p_from_place text[], p_to_place text[], p_next_id uuid[], p_next_game text[], p_next_account bigint[],
  p_request text[], p_at timestamptz, p_skip_busy boolean,
  out o_status int[], out o_id uuid[], out o_seq bigint[]
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
  o_seq := array_fill(0::bigint, array[v_count]);

  -- Most often nothing is known of any of them, which one question tells.
  if exists (select from transfers_transfer t where t.key = any (p_key))
     or exists (select from core_tombstone t where t.key = any (p_key))
     or exists (select from transfers_transfer t
       where t.member_id = any (p_members) and t.game is not null and t.state in ('held', 'sent', 'unknown', 'exception')) then
    for v_found in select t.id, t.member_id, t.game from transfers_transfer t
      where t.member_id = any (p_members) and t.game is not null and t.state in ('held', 'sent', 'unknown', 'exception')
    loop
      for i in 1 .. v_count loop
        if v_found.game in (p_game[i], p_next_game[i]) and p_members[p_member[i]] = v_found.member_id then o_status[i] := 11; end if;
      end loop;
    end loop;
    for v_found in select * from transfers_transfer t where t.key = any (p_key) loop
      foreach k in array array_positions(p_key, v_found.key) loop
        if p_members[p_member[k]] = v_found.member_id then
          o_status[k] := case when v_found.fingerprint = p_fingerprint[k] then 1 else 2 end;
          o_id[k] := v_found.id;
          o_seq[k] := coalesce(v_found.statement_seq, 0);
        end if;
      end loop;
    end loop;
    for v_found in select * from core_tombstone t where t.key = any (p_key) loop
      foreach k in array array_positions(p_key, v_found.key) loop
        if p_members[p_member[k]] = v_found.member_id then o_status[k] := 10; end if;
      end loop;
    end loop;
  end if;
  -- Whose counter is not ours may be doing anything: what was read about them above is not to be believed.
  if array_position(v_counter, null) is not null then
    for i in 1 .. v_count loop
      if v_counter[p_member[i]] is null then
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
    v_applied := ledger_apply(p_accounts, '{}',
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
    end if;
  end loop;
  if n = 0 then return; end if;

  insert into transfers_transfer (id, member_id, key, fingerprint, parent, kind, game, from_place, to_place, from_account,
                                  hold_account, to_account, amount, currency, state, statement_seq, next_id, next_game, next_account,
                                  created_at, next_at)
    select p_id[i], p_members[p_member[i]], p_key[i], p_fingerprint[i], p_parent[i], p_kind[i], p_game[i], p_from_place[i], p_to_place[i],
           p_accounts[p_from[i]], p_accounts[p_hold[i]], p_to[i], p_amount[i], p_currency[i], 'held', o_seq[i], p_next_id[i],
           nullif(p_next_game[i], ''), p_next_account[i], p_at, p_at
    from unnest(v_done) as i;

  n := statement_record(p_members, v_counter, v_done, p_member, o_seq, p_id, 'transfer', p_from_place, p_to_place, 'PENDING',
    p_amount, p_currency, 'transfers.begin', p_request, p_at);
end $$;

-- Ends many transfers at once: p_done says for each whether the money goes on to its target or back to its source. One that
-- goes on from the wallet to another game begins there in the same commit, unless another is in flight with that game.
-- Statuses: 0 ended now, 1 had ended so before, 2 had ended the other way, 4 unknown, 8 busy.
create function transfers_end(
  p_id uuid[], p_done boolean[], p_why text[], p_at timestamptz, p_skip_busy boolean,
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
  v_members text[];
  v_counter bigint[];
  v_found record;
  v_accounts bigint[];
  v_applied record;
  -- One for each movement; those of one transfer are neighbours and stand or fall together.
  m_transfer int[];
  m_idem uuid[];
  m_debit bigint[];
  m_credit bigint[];
  m_from int[];
  m_to int[];
  m_amount bigint[];
  m_kind ledger_kind[];
  v_ids uuid[];
  v_next boolean[];
  v_position int[];
  v_status int[];
  k int;
  n int := 0;
begin
  o_status := array_fill(case when p_skip_busy then 8 else 4 end, array[cardinality(p_id)]);
  if p_skip_busy then
    v_locked := array(select id from transfers_transfer where id = any (p_id) order by id for no key update skip locked);
  else
    v_locked := array(select id from transfers_transfer where id = any (p_id) order by id for no key update);
  end if;
  -- Whoever begins something with the next game takes the same row first.
  v_members := array(select distinct t.member_id from transfers_transfer t
    where t.id = any (v_locked) and t.next_id is not null and t.state not in ('done', 'returned') order by 1);
  if cardinality(v_members) > 0 then v_counter := statement_lock(v_members, p_skip_busy); end if;

  -- Read only now, in a statement of its own: the state is what it is while we hold the row.
  for v_found in
    select t.*, exists (
      select from transfers_transfer o where o.member_id = t.member_id and o.game = t.next_game
        and o.state in ('held', 'sent', 'unknown', 'exception')) as is_shut
    from transfers_transfer t where t.id = any (v_locked) and t.game is not null
  loop
    k := array_position(p_id, v_found.id);
    if v_found.state in ('done', 'returned') then
      o_status[k] := case when (v_found.state = 'done') = p_done[k] then 1 else 2 end;
    elsif v_found.next_id is null or v_counter[array_position(v_members, v_found.member_id)] is not null then
      n := n + 1;
      v_ids[n] := v_found.id;
      v_next[n] := p_done[k] and v_found.next_id is not null and not v_found.is_shut;
      v_position[n] := k;
      m_transfer := m_transfer || n;
      m_idem := m_idem || ledger_leg(v_found.id, case when p_done[k] then 2 else 3 end);
      m_debit := m_debit || v_found.hold_account;
      m_credit := m_credit || case when p_done[k] then v_found.to_account else v_found.from_account end;
      m_amount := m_amount || v_found.amount;
      m_kind := m_kind || case when p_done[k] then 'transfer_settle' else 'transfer_return' end::ledger_kind;
      if v_next[n] then
        m_transfer := m_transfer || n;
        m_idem := m_idem || ledger_leg(v_found.next_id, 1);
        m_debit := m_debit || v_found.to_account;
        m_credit := m_credit || v_found.hold_account;
        m_amount := m_amount || v_found.amount;
        m_kind := m_kind || 'transfer_hold'::ledger_kind;
      end if;
    end if;
  end loop;
  if n = 0 then return; end if;

  v_accounts := array(select distinct a from unnest(m_debit || m_credit) as a order by a);
  for j in 1 .. cardinality(m_transfer) loop
    m_from[j] := array_position(v_accounts, m_debit[j]);
    m_to[j] := array_position(v_accounts, m_credit[j]);
  end loop;
  v_applied := ledger_apply(v_accounts, '{}', m_idem, m_from, m_to, m_amount, m_kind, p_at,
    p_group => m_transfer, p_skip_busy => p_skip_busy, p_fresh => true);
  for j in 1 .. cardinality(m_transfer) loop
    v_status[m_transfer[j]] := v_applied.o_status[j];
    o_status[v_position[m_transfer[j]]] := v_applied.o_status[j];
  end loop;

  with ended as (
    update transfers_transfer t
      set state = case when p_done[v_position[j]] then 'done' else 'returned' end::transfers_state, ended_at = p_at,
          why = nullif(p_why[v_position[j]], '')
      from generate_series(1, n) as j
      where t.id = v_ids[j] and v_status[j] = 0
      returning t.*, v_next[j] as goes_on
  ), gone_on as (
    insert into transfers_transfer (id, member_id, key, fingerprint, parent, kind, game, from_place, to_place, from_account,
                                    hold_account, to_account, amount, currency, state, statement_seq, created_at, next_at)
      select t.next_id, t.member_id, t.id || ':next', t.fingerprint, t.id, 'in', t.next_game, t.from_place, t.to_place, t.to_account,
             t.hold_account, t.next_account, t.amount, t.currency, 'held', t.statement_seq, p_at, p_at
      from ended t where t.goes_on
  )
  update statement_row s
    set status = case when t.state = 'done' and t.next_id is null then 'SUCCESS' else 'FAILED' end::statement_status
    from ended t
    where s.member_id = t.member_id and s.seq = t.statement_seq and not t.goes_on;
end $$;

revoke all on function transfers_begin, transfers_end from public;
grant execute on function transfers_begin, transfers_end to kapao_app;
