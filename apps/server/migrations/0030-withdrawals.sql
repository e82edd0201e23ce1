-- Money on its way out to a member's bank account.

create type withdrawals_state as enum ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception', 'paid', 'returned', 'failed');

create table withdrawals_withdrawal (
  -- Also the reference that the money is paid under, the same at every asking.
  id               uuid        primary key,
  member_id        text        not null,
  key              text        not null,
  fingerprint      uuid        not null,
  -- Whether every game was emptied first.
  of_all           boolean     not null,
  wallet_account   bigint      not null,
  hold_account     bigint      not null,
  amount           bigint      not null check (amount > 0),
  currency         ledger_currency not null,
  state            withdrawals_state not null,
  -- Where it goes, as it was registered when it was asked for; a later change of the profile changes nothing here.
  bank_code        text        not null,
  bank_account_no  text        not null,
  bank_account_name text       not null,
  -- Of how many different people approval is needed; none below the amount that is paid by itself.
  approvals_needed int         not null check (approvals_needed between 0 and 2),
  -- Nobody may approve before: the bank account was changed a short while ago.
  not_before       timestamptz,
  statement_seq    bigint      not null,
  -- Who pays it, set before they are asked, and what they call it.
  channel          text,
  payout           text,
  reason           text,
  why              text,
  tries            int         not null default 0,
  created_at       timestamptz not null,
  next_at          timestamptz not null,
  approved_at      timestamptz,
  sent_at          timestamptz,
  ended_at         timestamptz,
  constraint withdrawals_withdrawal_once unique (key, member_id),
  -- One payout is of one withdrawal.
  constraint withdrawals_withdrawal_payout unique (channel, payout),
  check ((ended_at is not null) = (state in ('paid', 'returned', 'failed'))),
  check (state not in ('sent', 'unknown', 'exception', 'paid') or (approved_at is not null and channel is not null and sent_at is not null))
) with (fillfactor = 70);

-- I14: one at a time.
create unique index withdrawals_withdrawal_open_once on withdrawals_withdrawal (member_id)
  where state in ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception');
-- What the sweeper reads, and what people look at.
create index withdrawals_withdrawal_due on withdrawals_withdrawal (next_at) where state in ('sweeping', 'held', 'approved', 'sent', 'unknown');
create index withdrawals_withdrawal_open on withdrawals_withdrawal (created_at) where state in ('sweeping', 'held', 'approved', 'sent', 'unknown', 'exception');
create index withdrawals_withdrawal_paid on withdrawals_withdrawal (ended_at) where state = 'paid';
create index withdrawals_withdrawal_member on withdrawals_withdrawal (member_id, created_at);

-- Who said yes; the same person once.
create table withdrawals_approval (
  withdrawal uuid        not null references withdrawals_withdrawal,
  operator   text        not null,
  at         timestamptz not null,
  primary key (withdrawal, operator)
);

-- What may follow on what, whoever asks: nothing follows on an end, money that was sent comes back only from where they were
-- asked, and nothing is paid without as many different people as its amount needs.
create function withdrawals_guard() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if not (case old.state
    when 'sweeping' then new.state in ('held', 'approved', 'failed')
    when 'held' then new.state in ('approved', 'returned')
    when 'approved' then new.state in ('sent', 'returned')
    when 'sent' then new.state in ('paid', 'returned', 'unknown', 'exception')
    when 'unknown' then new.state in ('paid', 'returned', 'exception')
    when 'exception' then new.state in ('paid', 'returned')
    else false end) then
    raise exception 'a withdrawal that is % cannot become %', old.state, new.state using errcode = 'KW001';
  end if;
  if new.state = 'approved' then
    if (select count(*) from withdrawals_approval a where a.withdrawal = new.id) < new.approvals_needed then
      raise exception 'this withdrawal needs the approval of % different people', new.approvals_needed using errcode = 'KW002';
    end if;
    if new.approved_at < new.not_before then
      raise exception 'this withdrawal waits until %', new.not_before using errcode = 'KW003';
    end if;
  end if;
  return new;
end $$;
create trigger withdrawals_guard before update of state on withdrawals_withdrawal for each row execute function withdrawals_guard();

grant select, insert on withdrawals_withdrawal, withdrawals_approval to kapao_app;
grant update (state, channel, payout, reason, why, tries, next_at, approved_at, sent_at, ended_at) on withdrawals_withdrawal to kapao_app;

-- Begins many withdrawals at once, at most one of each member: takes the members' counters, answers keys that are known, holds
-- the money of the others unless it must be swept together first, and writes withdrawal, statement and audit rows, in one commit.
-- The bank account is read under the counter, which whoever changes it takes, too.
-- Statuses: those of ledger_apply (6: something moved since p_expect was read), 10 for an abandoned key, 11 where another one
-- is open, 12 for a member without an account.
create function withdrawals_begin(
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
  -- Whose counter is not ours may be doing anything: what was read about them above is not to be believed.
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
    v_applied := ledger_apply(p_accounts, '{}',
      array(select p_leg[i] from unnest(v_fresh) as i), array(select p_from[i] from unnest(v_fresh) as i),
      array(select p_hold[i] from unnest(v_fresh) as i), array(select p_amount[i] from unnest(v_fresh) as i),
      array_fill('withdrawal_hold'::ledger_kind, array[cardinality(v_fresh)]), p_at,
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

  n := statement_record(p_members, v_counter, v_done, p_member, v_seq, p_id, 'withdraw', array_fill('wallet'::text, array[v_count]),
    array(select coalesce(v_bank[p_member[i]], '') from generate_series(1, v_count) as i), 'PENDING',
    p_amount, p_currency, 'withdrawals.begin', p_request, p_at);
end $$;

revoke all on function withdrawals_begin from public;
grant execute on function withdrawals_begin to kapao_app;
