-- The amounts from which approvals are needed apply to a member's withdrawals of 24 hours, not to one alone: several
-- small ones would otherwise bypass the operator who would have stopped one large one. Returns what went out of each
-- member in the 24 hours before, or is about to, and how much of it without an operator. Failed and returned ones do
-- not count; bounced ones do, or one operator who reports bounces repeatedly could let any sum go out unapproved. One
-- that waited counts from its approval; after a week of waiting it is no longer looked for.
create or replace function withdrawals_day(p_members text[], p_at timestamptz)
returns table (member_id text, alone bigint, total bigint)
language plpgsql stable
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
begin
  return query
    select w.member_id, coalesce(sum(w.amount) filter (where w.approvals_needed = 0), 0)::bigint, sum(w.amount)::bigint
    from withdrawals_withdrawal w
    where w.member_id = any (p_members) and w.state not in ('returned', 'failed')
      and w.created_at > p_at - interval '7 days' and greatest(w.created_at, w.approved_at) > p_at - interval '24 hours'
    group by w.member_id;
end $$;

-- How many approvals each of these withdrawals needs, given how many it needs by its own amount. Locks the members'
-- counters before it counts: no other withdrawal of the same member can begin meanwhile, and one that was about to is
-- counted.
create or replace function withdrawals_people(
  p_members text[], p_member int[], p_amount bigint[], p_needed int[], p_auto_day_max bigint[], p_two_from bigint[],
  p_at timestamptz, p_skip_busy boolean
) returns int[]
language plpgsql
as $$
declare
  v_alone bigint[] := array_fill(0::bigint, array[cardinality(p_members)]);
  v_total bigint[] := v_alone;
  v_needed int[] := p_needed;
  v_found record;
  k int;
begin
  perform statement_lock(p_members, p_skip_busy);
  for v_found in select * from withdrawals_day(p_members, p_at) loop
    k := array_position(p_members, v_found.member_id);
    v_alone[k] := v_found.alone;
    v_total[k] := v_found.total;
  end loop;
  for i in 1 .. cardinality(p_needed) loop
    k := p_member[i];
    if v_needed[i] = 0 and v_alone[k] + p_amount[i] > p_auto_day_max[i] then v_needed[i] := 1; end if;
    if v_needed[i] > 0 and v_total[k] + p_amount[i] >= p_two_from[i] then v_needed[i] := 2; end if;
  end loop;
  return v_needed;
end $$;

-- After an operator changed a bank account, withdrawals to it need an approval for a day, and not that operator's; so
-- do those that an item about the member holds.
create or replace function withdrawals_touched() returns trigger language plpgsql as $$
begin
  if new.approvals_needed = 0 and exists (
    select from review_act r
    where r.member_id = new.member_id and r.action = 'account.changeBank' and r.at > now() - interval '24 hours'
  ) then
    new.approvals_needed := 1;
  end if;
  if new.state = 'approved' and (new.approvals_needed > 0 or withdrawals_is_checked(new.member_id)) then
    new.state := 'held';
    new.approved_at := null;
  end if;
  return new;
end $$;
create or replace trigger withdrawals_touched before insert on withdrawals_withdrawal for each row execute function withdrawals_touched();

-- Begins many withdrawals in one call, at most one per member: locks the members' counters, returns known keys, holds
-- the money of the others unless games must be swept first, and writes withdrawal, statement and audit rows, in one
-- commit. The bank account is read under the counter, which its changes lock, too. Statuses: those of ledger_apply (6:
-- something moved since p_expect was read), 10 for an abandoned key, 11 where another one is open, 12 for a member
-- without an account.
create or replace function withdrawals_begin(
  p_members text[], p_accounts bigint[],
  p_id uuid[], p_leg uuid[], p_member int[], p_key text[], p_fingerprint uuid[], p_of_all boolean[], p_sweep boolean[],
  p_from int[], p_hold int[], p_amount bigint[], p_currency ledger_currency[], p_expect bigint[], p_needed int[],
  p_request text[], p_wait interval, p_at timestamptz, p_next_at timestamptz, p_skip_busy boolean,
  out o_status int[], out o_id uuid[]
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
  v_seq bigint[];
  v_bank text[];
  v_account text[];
  v_name text[];
  v_not_before timestamptz[];
  v_known int[];
  v_held int[] := '{}';
  v_fresh int[] := '{}';
  v_done int[] := '{}';
  v_found record;
  v_applied record;
  k int;
  n int := 0;
begin
  v_counter := statement_lock(p_members, p_skip_busy);

  o_status := array_fill(-1, array[v_count]);
  o_id := p_id;
  v_seq := array_fill(0::bigint, array[v_count]);

  for v_found in select w.member_id from withdrawals_withdrawal w
    where w.member_id = any (p_members) and w.state in ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception')
  loop
    for i in 1 .. v_count loop
      if p_members[p_member[i]] = v_found.member_id then o_status[i] := 11; end if;
    end loop;
  end loop;
  for v_found in select w.id, w.key, w.member_id, w.fingerprint from withdrawals_withdrawal w where w.key = any (p_key) loop
    foreach k in array array_positions(p_key, v_found.key) loop
      if p_members[p_member[k]] = v_found.member_id then
        o_status[k] := case when v_found.fingerprint = p_fingerprint[k] then 1 else 2 end;
        o_id[k] := v_found.id;
      end if;
    end loop;
  end loop;
  for v_found in select t.key, t.member_id from core_tombstone t where t.key = any (p_key) loop
    foreach k in array array_positions(p_key, v_found.key) loop
      if p_members[p_member[k]] = v_found.member_id then o_status[k] := 10; end if;
    end loop;
  end loop;
  -- Members whose counter is locked elsewhere may be changing: what was read about them above is not valid.
  for i in 1 .. v_count loop
    if v_counter[p_member[i]] is null then
      o_status[i] := case when p_skip_busy then 8 else 4 end;
    end if;
  end loop;

  if array_position(o_status, -1) is null then return; end if;
  for v_found in select a.id, a.bank_code, a.bank_account_no, a.bank_account_name, a.bank_changed_at + p_wait as not_before
    from account_member a where a.id = any (p_members)
  loop
    k := array_position(p_members, v_found.id);
    v_bank[k] := v_found.bank_code;
    v_account[k] := v_found.bank_account_no;
    v_name[k] := v_found.bank_account_name;
    v_not_before[k] := case when v_found.not_before > p_at then v_found.not_before end;
  end loop;
  for i in 1 .. v_count loop
    if o_status[i] = -1 then
      if v_account[p_member[i]] is null then o_status[i] := 12;
      elsif p_sweep[i] then o_status[i] := 0;
      else v_fresh := v_fresh || i;
      end if;
    end if;
  end loop;

  if cardinality(v_fresh) > 0 then
    -- ledger/apply.sql
    v_applied := ledger_apply(
      p_member => p_accounts, p_house => '{}', p_idem => array(select p_leg[i] from unnest(v_fresh) as i),
      p_debit => array(select p_from[i] from unnest(v_fresh) as i),
      p_credit => array(select p_hold[i] from unnest(v_fresh) as i),
      p_amount => array(select p_amount[i] from unnest(v_fresh) as i),
      p_kind => array_fill('withdrawal_hold'::ledger_kind, array[cardinality(v_fresh)]), p_at => p_at,
      p_expect_debit => array(select p_expect[i] from unnest(v_fresh) as i), p_skip_busy => p_skip_busy, p_fresh => true);
    for j in 1 .. cardinality(v_fresh) loop
      o_status[v_fresh[j]] := v_applied.o_status[j];
    end loop;
  end if;

  for i in 1 .. v_count loop
    if o_status[i] = 0 then
      n := n + 1;
      v_done[n] := i;
      v_counter[p_member[i]] := v_counter[p_member[i]] + 1;
      v_seq[i] := v_counter[p_member[i]];
    end if;
  end loop;
  if n = 0 then return; end if;

  insert into withdrawals_withdrawal (id, member_id, key, fingerprint, of_all, wallet_account, hold_account, amount, currency, state,
                                      bank_code, bank_account_no, bank_account_name, approvals_needed, not_before, statement_seq,
                                      created_at, next_at, approved_at)
    select p_id[i], p_members[p_member[i]], p_key[i], p_fingerprint[i], p_of_all[i], p_accounts[p_from[i]], p_accounts[p_hold[i]], p_amount[i],
           p_currency[i],
           case when p_sweep[i] then 'sweeping' when p_needed[i] = 0 and v_not_before[p_member[i]] is null then 'approved' else 'held' end::withdrawals_state,
           v_bank[p_member[i]], v_account[p_member[i]], v_name[p_member[i]], p_needed[i], v_not_before[p_member[i]], v_seq[i], p_at,
           greatest(p_next_at, v_not_before[p_member[i]]),
           case when not p_sweep[i] and p_needed[i] = 0 and v_not_before[p_member[i]] is null then p_at end
    from unnest(v_done) as i;

  n := statement_record(
    p_members => p_members, p_seq => v_counter, p_which => v_done, p_member => p_member, p_number => v_seq,
    p_operation => p_id, p_type => 'withdraw', p_from => array_fill('wallet'::text, array[v_count]),
    p_to => array(select coalesce(v_bank[p_member[i]], '') from generate_series(1, v_count) as i), p_status => 'PENDING',
    p_amount => p_amount, p_currency => p_currency, p_action => 'withdrawals.begin', p_request => p_request, p_at => p_at);
end $$;

revoke all on function withdrawals_day, withdrawals_people, withdrawals_begin from public;
grant execute on function withdrawals_day, withdrawals_people, withdrawals_begin to kapao_app;
