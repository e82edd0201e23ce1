-- Begins many transfers in one call, at most one per member: locks the members' counters, returns known keys, holds the
-- money of the others, and writes transfer, statement and audit rows, in one commit. Statuses: those of ledger_apply,
-- 10 for an abandoned key, 11 where another one is in flight with the same provider, 12 for a member who has made
-- p_day_max movements within 24 hours (null: not asked): until it goes on, money leaves a game as a whole and enters none.
create or replace function transfers_begin(
  p_members text[], p_accounts bigint[],
  p_id uuid[], p_leg uuid[], p_member int[], p_key text[], p_fingerprint uuid[], p_parent uuid[], p_kind transfers_kind[], p_game text[],
  p_from int[], p_hold int[], p_to bigint[], p_amount bigint[], p_currency ledger_currency[],
  p_from_place text[], p_to_place text[], p_next_id uuid[], p_next_game text[], p_next_account bigint[],
  p_request text[], p_day_max int[], p_at timestamptz, p_skip_busy boolean,
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

  -- Usually none of the keys is known, which one query shows.
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
  -- Members whose counter is locked elsewhere may be changing: what was read about them above is not valid.
  if array_position(v_counter, null) is not null then
    for i in 1 .. v_count loop
      if v_counter[p_member[i]] is null then
        o_status[i] := case when p_skip_busy then 8 else 4 end;
      end if;
    end loop;
  end if;

  for i in 1 .. v_count loop
    -- By itself, since a condition with a query in it is a query even where it need not be asked.
    if o_status[i] = -1 and v_counter[p_member[i]] >= p_day_max[i] then
      if (p_kind[i] = 'in' or p_next_id[i] is not null
          or p_amount[i] < (select balance from ledger_account where id = p_accounts[p_from[i]]))
        and statement_full_since(p_members[p_member[i]], v_counter[p_member[i]], p_day_max[i], p_at) is not null
      then o_status[i] := 12; end if;
    end if;
  end loop;

  v_fresh := array_positions(o_status, -1);
  if cardinality(v_fresh) = 0 then return; end if;
  if cardinality(v_fresh) = v_count then
    v_applied := ledger_apply(
      p_member => p_accounts, p_house => '{}', p_idem => p_leg, p_debit => p_from, p_credit => p_hold, p_amount => p_amount,
      p_kind => array_fill('transfer_hold'::ledger_kind, array[v_count]), p_at => p_at, p_skip_busy => p_skip_busy,
      p_fresh => true);
  else
    v_applied := ledger_apply(
      p_member => p_accounts, p_house => '{}', p_idem => array(select p_leg[i] from unnest(v_fresh) as i),
      p_debit => array(select p_from[i] from unnest(v_fresh) as i),
      p_credit => array(select p_hold[i] from unnest(v_fresh) as i),
      p_amount => array(select p_amount[i] from unnest(v_fresh) as i),
      p_kind => array_fill('transfer_hold'::ledger_kind, array[cardinality(v_fresh)]), p_at => p_at,
      p_skip_busy => p_skip_busy, p_fresh => true);
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

  n := statement_record(
    p_members => p_members, p_seq => v_counter, p_which => v_done, p_member => p_member, p_number => o_seq,
    p_operation => p_id, p_type => 'transfer', p_from => p_from_place, p_to => p_to_place, p_status => 'PENDING',
    p_amount => p_amount, p_currency => p_currency, p_action => 'transfers.begin', p_request => p_request, p_at => p_at);
end $$;

-- Begins the parent of several transfers. Statuses: 0 begun now, 1 known by its key, 2 its key was used for something
-- else, 10 for an abandoned key, 12 as above for a parent that ends in a game.
create or replace function transfers_begin_all(
  p_member text, p_id uuid, p_key text, p_fingerprint uuid, p_to_place text, p_currency ledger_currency, p_day_max int,
  p_at timestamptz,
  out o_status int, out o_id uuid
)
language plpgsql
as $$
declare
  v_found record;
  v_counter bigint[];
begin
  v_counter := statement_lock(array[p_member], false);
  o_id := p_id;
  select * into v_found from transfers_transfer where key = p_key and member_id = p_member;
  if found then
    o_id := v_found.id;
    o_status := case when v_found.fingerprint = p_fingerprint then 1 else 2 end;
  elsif exists (select from core_tombstone where key = p_key and member_id = p_member) then
    o_status := 10;
  elsif p_to_place <> 'wallet' and statement_full_since(p_member, v_counter[1], p_day_max, p_at) is not null then
    o_status := 12;
  else
    insert into transfers_transfer (id, member_id, key, fingerprint, kind, from_place, to_place, amount, currency, state, created_at, next_at)
      values (p_id, p_member, p_key, p_fingerprint, 'all', '', p_to_place, 0, p_currency, 'held', p_at, p_at);
    o_status := 0;
  end if;
end $$;

revoke all on function transfers_begin, transfers_begin_all from public;
grant execute on function transfers_begin, transfers_begin_all to kapao_app;
