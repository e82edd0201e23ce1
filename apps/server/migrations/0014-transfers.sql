-- Transfers between the wallet and the game providers: one row for each move at a provider (`in`, `out`). From one game to
-- another are two: the second begins in the commit in which the first lands in the wallet. `all` stands above the several
-- that it began. The row is its own idempotency row.

create type transfers_kind as enum ('in', 'out', 'all');

-- held: the money is in transit and the provider may have been asked. sent: asked, with its balance noted before.
-- unknown: nobody can say; it is being asked. exception: a person must look. done and returned are ends.
create type transfers_state as enum ('held', 'sent', 'unknown', 'exception', 'done', 'returned');

create table transfers_transfer (
  id             uuid        primary key,
  member_id      text        collate "C" not null,
  key            text        not null,
  fingerprint    uuid        not null,
  parent         uuid        references transfers_transfer,
  kind           transfers_kind not null,
  game           text,
  from_place     text        not null,
  to_place       text        not null,
  from_account   bigint,
  hold_account   bigint,
  to_account     bigint,
  amount         bigint      not null,
  currency       ledger_currency not null,
  state          transfers_state not null,
  -- What the provider said that the account held before, where it takes no reference of ours.
  balance_before bigint,
  statement_seq  bigint,
  -- Where it goes on to from the wallet, for a transfer from one game to another.
  next_id        uuid,
  next_game      text,
  next_account   bigint,
  tries          int         not null default 0,
  why            text,
  created_at     timestamptz not null,
  next_at        timestamptz not null,
  ended_at       timestamptz,
  constraint transfers_transfer_once unique (key, member_id),
  check ((kind in ('in', 'out')) = (game is not null and hold_account is not null and from_account is not null and to_account is not null)),
  check ((ended_at is not null) = (state in ('done', 'returned')))
) with (fillfactor = 80);

-- One in flight for a member and a provider: two at once could not be told apart afterwards.
create unique index transfers_transfer_in_flight on transfers_transfer (member_id, game)
  where game is not null and state in ('held', 'sent', 'unknown', 'exception');
-- What the sweeper reads.
create index transfers_transfer_open on transfers_transfer (created_at) where state in ('held', 'sent', 'unknown');
create index transfers_transfer_exception on transfers_transfer (created_at) where state = 'exception';
create index transfers_transfer_parent on transfers_transfer (parent) where parent is not null;
grant select, insert, update on transfers_transfer to kapao_app;

-- Begins many transfers at once, at most one of each member: takes the members' counters, answers keys that are known, holds
-- the money of the others, and writes transfer, statement and audit rows, in one commit.
-- Statuses: those of ledger_apply, 10 for an abandoned key, 11 where another one is in flight with the same provider.
create function transfers_begin(
  p_members text[], p_accounts bigint[],
  p_id uuid[], p_member int[], p_key text[], p_fingerprint uuid[], p_parent uuid[], p_kind transfers_kind[], p_game text[],
  p_from int[], p_hold int[], p_to bigint[], p_amount bigint[], p_currency ledger_currency[],
  p_from_place text[], p_to_place text[], p_next_id uuid[], p_next_game text[], p_next_account bigint[],
  p_actor text[], p_request text[], p_at timestamptz, p_skip_busy boolean,
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
  v_found record;
  v_applied record;
  k int;
begin
  v_counter := statement_lock(p_members, p_skip_busy);

  o_status := array_fill(-1, array[v_count]);
  o_id := p_id;
  o_seq := array_fill(0::bigint, array[v_count]);

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
  -- Whose counter is not ours may be doing anything: what was read about them above is not to be believed.
  if array_position(v_counter, null) is not null then
    for i in 1 .. v_count loop
      if v_counter[p_member[i]] is null then
        o_status[i] := case when p_skip_busy then 8 else 4 end;
      end if;
    end loop;
  end if;

  -- From here on the arrays hold only what is new; most often that is everything.
  v_fresh := array_positions(o_status, -1);
  if cardinality(v_fresh) = 0 then return; end if;
  if cardinality(v_fresh) < v_count then
    select array_agg(p_id[i]), array_agg(p_member[i]), array_agg(p_key[i]), array_agg(p_fingerprint[i]), array_agg(p_parent[i]),
           array_agg(p_kind[i]), array_agg(p_game[i]), array_agg(p_from[i]), array_agg(p_hold[i]), array_agg(p_to[i]),
           array_agg(p_amount[i]), array_agg(p_currency[i]), array_agg(p_from_place[i]), array_agg(p_to_place[i]),
           array_agg(p_next_id[i]), array_agg(p_next_game[i]), array_agg(p_next_account[i]), array_agg(p_actor[i]), array_agg(p_request[i])
      into p_id, p_member, p_key, p_fingerprint, p_parent, p_kind, p_game, p_from, p_hold, p_to, p_amount, p_currency,
           p_from_place, p_to_place, p_next_id, p_next_game, p_next_account, p_actor, p_request
      from unnest(v_fresh) as i;
  end if;

  select * into v_applied from ledger_apply(
    p_accounts, '{}', array(select ledger_leg(id, 1) from unnest(p_id) as id), p_from, p_hold, p_amount,
    array_fill('transfer_hold'::ledger_kind, array[cardinality(p_id)]), p_at, p_skip_busy => p_skip_busy);

  for j in 1 .. cardinality(v_fresh) loop
    k := v_fresh[j];
    o_status[k] := v_applied.o_status[j];
    if v_applied.o_status[j] = 0 then
      v_counter[p_member[j]] := v_counter[p_member[j]] + 1;
      o_seq[k] := v_counter[p_member[j]];
    end if;
  end loop;

  -- And from here on only what was done.
  if array_position(v_applied.o_status, 0) is null then return; end if;
  if cardinality(array_positions(v_applied.o_status, 0)) < cardinality(p_id) then
    select array_agg(p_id[j]), array_agg(p_member[j]), array_agg(p_key[j]), array_agg(p_fingerprint[j]), array_agg(p_parent[j]),
           array_agg(p_kind[j]), array_agg(p_game[j]), array_agg(p_from[j]), array_agg(p_hold[j]), array_agg(p_to[j]),
           array_agg(p_amount[j]), array_agg(p_currency[j]), array_agg(p_from_place[j]), array_agg(p_to_place[j]),
           array_agg(p_next_id[j]), array_agg(p_next_game[j]), array_agg(p_next_account[j]), array_agg(p_actor[j]), array_agg(p_request[j]),
           array_agg(v_fresh[j])
      into p_id, p_member, p_key, p_fingerprint, p_parent, p_kind, p_game, p_from, p_hold, p_to, p_amount, p_currency,
           p_from_place, p_to_place, p_next_id, p_next_game, p_next_account, p_actor, p_request, v_fresh
      from unnest(array_positions(v_applied.o_status, 0)) as j;
  end if;

  insert into transfers_transfer (id, member_id, key, fingerprint, parent, kind, game, from_place, to_place, from_account,
                                  hold_account, to_account, amount, currency, state, statement_seq, next_id, next_game, next_account,
                                  created_at, next_at)
    select u.id, p_members[u.member], u.key, u.fingerprint, u.parent, u.kind, u.game, u.from_place, u.to_place,
           p_accounts[u.source], p_accounts[u.hold], u.target, u.amount, u.currency, 'held', o_seq[u.position], u.next_id, nullif(u.next_game, ''),
           u.next_account, p_at, p_at
    from unnest(p_id, p_member, p_key, p_fingerprint, p_parent, p_kind, p_game, p_from_place, p_to_place, p_from, p_hold, p_to,
                p_amount, p_currency, p_next_id, p_next_game, p_next_account, v_fresh)
      as u (id, member, key, fingerprint, parent, kind, game, from_place, to_place, source, hold, target, amount, currency,
            next_id, next_game, next_account, position);

  perform statement_write(
    p_members, v_counter, p_member, array(select o_seq[position] from unnest(v_fresh) as position), p_id, 'transfer',
    p_from_place, p_to_place, 'PENDING', p_amount, p_currency, null, p_at);
  perform core_audit_write(p_at, p_actor, p_request, 'transfers.begin', p_id::text[], null);
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
  m_amount bigint[];
  m_kind ledger_kind[];
  v_ids uuid[];
  v_done boolean[];
  v_why text[];
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
      v_done[n] := p_done[k];
      v_why[n] := p_why[k];
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
  select * into v_applied from ledger_apply(
    v_accounts, '{}', m_idem,
    array(select array_position(v_accounts, a) from unnest(m_debit) as a),
    array(select array_position(v_accounts, a) from unnest(m_credit) as a),
    m_amount, m_kind, p_at, p_group => m_transfer, p_skip_busy => p_skip_busy);
  for j in 1 .. cardinality(m_transfer) loop
    v_status[m_transfer[j]] := v_applied.o_status[j];
    o_status[v_position[m_transfer[j]]] := v_applied.o_status[j];
  end loop;

  update transfers_transfer t
    set state = case when u.done then 'done' else 'returned' end::transfers_state, ended_at = p_at, why = nullif(u.why, '')
    from unnest(v_ids, v_done, v_why, v_status) as u (id, done, why, status)
    where t.id = u.id and u.status < 2;
  insert into transfers_transfer (id, member_id, key, fingerprint, parent, kind, game, from_place, to_place, from_account,
                                  hold_account, to_account, amount, currency, state, statement_seq, created_at, next_at)
    select t.next_id, t.member_id, t.id || ':next', t.fingerprint, t.id, 'in', t.next_game, t.from_place, t.to_place, t.to_account,
           t.hold_account, t.next_account, t.amount, t.currency, 'held', t.statement_seq, p_at, p_at
    from unnest(v_ids, v_next, v_status) as u (id, next, status) join transfers_transfer t on t.id = u.id
    where u.next and u.status < 2;
  update statement_row s
    set status = case when u.done and t.next_id is null then 'SUCCESS' else 'FAILED' end::statement_status
    from unnest(v_ids, v_done, v_next, v_status) as u (id, done, next, status)
    join transfers_transfer t on t.id = u.id
    where s.member_id = t.member_id and s.seq = t.statement_seq and u.status < 2 and not u.next;
end $$;

-- Begins what stands above several transfers. Statuses: 0 begun now, 1 known by its key, 2 its key was used for something
-- else, 10 for an abandoned key.
create function transfers_begin_all(
  p_member text, p_id uuid, p_key text, p_fingerprint uuid, p_to_place text, p_currency ledger_currency, p_at timestamptz,
  out o_status int, out o_id uuid
)
language plpgsql
as $$
declare
  v_found record;
begin
  perform statement_lock(array[p_member], false);
  o_id := p_id;
  select * into v_found from transfers_transfer where key = p_key and member_id = p_member;
  if found then
    o_id := v_found.id;
    o_status := case when v_found.fingerprint = p_fingerprint then 1 else 2 end;
  elsif exists (select from core_tombstone where key = p_key and member_id = p_member) then
    o_status := 10;
  else
    insert into transfers_transfer (id, member_id, key, fingerprint, kind, from_place, to_place, amount, currency, state, created_at, next_at)
      values (p_id, p_member, p_key, p_fingerprint, 'all', '', p_to_place, 0, p_currency, 'held', p_at, p_at);
    o_status := 0;
  end if;
end $$;

revoke all on function transfers_begin, transfers_end, transfers_begin_all from public;
grant execute on function transfers_begin, transfers_end, transfers_begin_all to kapao_app;
