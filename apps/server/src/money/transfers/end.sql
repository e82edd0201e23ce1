-- Ends many transfers in one call: p_done says for each whether the money goes on to its target or back to its source.
-- One that goes on from the wallet to another game begins there in the same commit, unless another is in flight with
-- that game. I31: a move between two games that gets no further than the wallet has brought money there. The row of the
-- move says FAILED, as its answer did; the money that stayed gets a row of its own, so that the rows of a statement sum
-- to the wallet. An end 20 seconds late or later is a notice: its member may have left the page. Statuses: 0 ended now, 1
-- had already ended so, 2 had ended the other way, 4 unknown, 8 busy. Whether a game is closed is queried as one value,
-- by the index, and only for a transfer that goes on: the planner may answer an `exists` with a hash table of all
-- transfers, built for each batch.
create or replace function transfers_end(
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
  -- One for each movement; those of one transfer are adjacent and succeed or fail together.
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
  -- Money between two games that stays in the wallet: its owner, and the id of its own row.
  v_stays int[];
  v_stay_id uuid[];
  v_source text[];
  v_amount bigint[];
  v_currency ledger_currency[];
  s_which int[];
  s_number bigint[];
  v_position int[];
  v_status int[];
  -- Of those that end late, where the money is.
  v_late text[];
  v_event uuid[];
  v_owner text[];
  k int;
  n int := 0;
begin
  o_status := array_fill(case when p_skip_busy then 8 else 4 end, array[cardinality(p_id)]);
  if p_skip_busy then
    v_locked := array(select id from transfers_transfer where id = any (p_id) order by id for no key update skip locked);
  else
    v_locked := array(select id from transfers_transfer where id = any (p_id) order by id for no key update);
  end if;
  -- A beginning with the next game locks the same row first; and a half that stays in the wallet gets a row.
  v_members := array(select distinct t.member_id from transfers_transfer t
    where t.id = any (v_locked) and (t.next_id is not null or t.kind = 'in' and t.from_place <> 'wallet')
      and t.state not in ('done', 'returned') order by 1);
  if cardinality(v_members) > 0 then v_counter := statement_lock(v_members, p_skip_busy); end if;

  -- Read only now, in a separate statement: the state cannot change while we hold the row lock.
  for v_found in
    select t.*, t.next_id is not null and coalesce((
      select true from transfers_transfer o where o.member_id = t.member_id and o.game = t.next_game
        and o.state in ('held', 'sent', 'unknown', 'exception')), false) as is_shut,
      -- The second half of a transfer between games began with the first.
      coalesce((select f.created_at from transfers_transfer f where t.kind = 'in' and f.id = t.parent), t.created_at) as begun_at
    from transfers_transfer t where t.id = any (v_locked) and t.game is not null
  loop
    k := array_position(p_id, v_found.id);
    if v_found.state in ('done', 'returned') then
      o_status[k] := case when (v_found.state = 'done') = p_done[k] then 1 else 2 end;
    elsif v_found.next_id is null and not (v_found.kind = 'in' and v_found.from_place <> 'wallet')
       or v_counter[array_position(v_members, v_found.member_id)] is not null then
      n := n + 1;
      v_ids[n] := v_found.id;
      v_next[n] := p_done[k] and v_found.next_id is not null and not v_found.is_shut;
      v_position[n] := k;
      v_stays[n] := case when p_done[k] and v_found.next_id is not null and v_found.is_shut
          or not p_done[k] and v_found.kind = 'in' and v_found.from_place <> 'wallet'
        then array_position(v_members, v_found.member_id) end;
      v_stay_id[n] := coalesce(v_found.next_id, v_found.id);
      v_source[n] := v_found.from_place;
      v_amount[n] := v_found.amount;
      v_currency[n] := v_found.currency;
      if not v_next[n] and v_found.statement_seq is not null and p_at >= v_found.begun_at + interval '20 seconds' then
        v_late[n] := case when v_stays[n] is null and p_done[k] then 'done'
          when v_stays[n] is null and v_found.kind = 'out' then 'game' else 'wallet' end;
        v_owner[n] := v_found.member_id;
        v_event[n] := case v_found.kind when 'in' then coalesce(v_found.parent, v_found.id) else v_found.id end;
      end if;
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
  v_applied := ledger_apply(
    p_member => v_accounts, p_house => '{}', p_idem => m_idem, p_debit => m_from, p_credit => m_to, p_amount => m_amount,
    p_kind => m_kind, p_at => p_at, p_group => m_transfer, p_skip_busy => p_skip_busy, p_fresh => true);
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

  for j in 1 .. n loop
    if v_stays[j] is not null and v_status[j] = 0 then
      v_counter[v_stays[j]] := v_counter[v_stays[j]] + 1;
      s_which := s_which || j;
      s_number := s_number || v_counter[v_stays[j]];
    end if;
    if v_late[j] is not null and v_status[j] = 0 then
      perform notices_note(v_owner[j], 'transfer.ended', 'transfer.ended ' || v_event[j],
        jsonb_build_object('amount', v_amount[j], 'currency', v_currency[j], 'outcome', v_late[j]));
    end if;
  end loop;
  if cardinality(s_which) > 0 then
    perform statement_write(
      p_members => v_members, p_seq => v_counter, p_member => array(select v_stays[j] from unnest(s_which) as j),
      p_number => s_number, p_operation => array(select v_stay_id[j] from unnest(s_which) as j), p_type => 'transfer',
      p_from => array(select v_source[j] from unnest(s_which) as j),
      p_to => array_fill('wallet'::text, array[cardinality(s_which)]), p_status => 'SUCCESS',
      p_amount => array(select v_amount[j] from unnest(s_which) as j),
      p_currency => array(select v_currency[j] from unnest(s_which) as j),
      p_about => array_fill(null::jsonb, array[cardinality(s_which)]), p_at => p_at);
  end if;
end $$;

revoke all on function transfers_end from public;
grant execute on function transfers_end to kapao_app;
