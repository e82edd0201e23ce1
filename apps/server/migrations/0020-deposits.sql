-- Money that has come to an account of the house: one row for each transfer, however many channels saw it. What was told of it
-- stands in deposits_sighting; the names by which it is known again, in deposits_reference.

create type deposits_channel as enum ('bank', 'sms', 'slip', 'qr', 'giftlink', 'manual');
-- credited: in a wallet. suspended: in the suspense account, with a reason. returned: given back to whoever sent it.
create type deposits_state as enum ('credited', 'suspended', 'returned');
create type deposits_why as enum (
  'unknown-payer', 'ambiguous', 'wrong-payer', 'unknown-member', 'inactive', 'currency', 'bonus', 'late', 'repeated', 'review');

-- Who looks whether a transfer has been seen, and then acts on it, holds one of these rows: chosen by account and amount, since
-- two tellings of one transfer agree in both even where neither knows a reference.
create table deposits_turn (no smallint primary key);
insert into deposits_turn select generate_series(0, 255);
grant select, update on deposits_turn to kapao_app;

create table deposits_deposit (
  id               uuid        primary key,
  house_kind       text        not null check (house_kind in ('bank', 'gateway', 'giftlink')),
  house_party      text        not null,
  house_account    bigint      not null,
  suspense_account bigint      not null,
  amount           bigint      not null check (amount > 0),
  currency         ledger_currency not null,
  state            deposits_state not null,
  -- Whose it is; for suspended money whose it may be.
  member_id        text        collate "C",
  why              deposits_why,
  first_channel    deposits_channel not null,
  -- Whether it was seen with a reference, and whether it was seen without one.
  named            boolean     not null,
  unnamed          boolean     not null,
  from_place       text        not null,
  payer_bank       text,
  payer_account    text,
  payer_name       text,
  paid_at          timestamptz not null,
  coins            bigint      not null default 0 check (coins >= 0),
  statement_seq    bigint,
  statement_id     uuid,
  created_at       timestamptz not null,
  settled_at       timestamptz,
  -- What the operator said who placed it or gave it back.
  note             text,
  check ((state = 'suspended') = (settled_at is null)),
  check (state <> 'suspended' or why is not null),
  check (state <> 'credited' or (member_id is not null and statement_seq is not null)),
  check ((statement_seq is null) = (statement_id is null))
) with (fillfactor = 80);
create index deposits_deposit_alike on deposits_deposit (house_account, amount, paid_at);
create index deposits_deposit_house on deposits_deposit (house_account, paid_at);
create index deposits_deposit_suspended on deposits_deposit (created_at) where state = 'suspended';
create index deposits_deposit_waiting on deposits_deposit (member_id) where state = 'suspended';
grant select, insert, update on deposits_deposit to kapao_app;

create table deposits_reference (
  reference text collate "C" primary key,
  deposit   uuid not null
);
create index deposits_reference_deposit on deposits_reference (deposit);
grant select, insert, delete on deposits_reference to kapao_app;

create table deposits_sighting (
  channel       deposits_channel not null,
  event_id      text        collate "C" not null,
  deposit       uuid        not null,
  house_account bigint      not null,
  amount        bigint      not null,
  currency      ledger_currency not null,
  paid_at       timestamptz not null,
  -- It told another amount, currency or account than what was booked; a person must look.
  differs       boolean     not null,
  created_at    timestamptz not null,
  primary key (channel, event_id)
);
create index deposits_sighting_deposit on deposits_sighting (deposit);
create index deposits_sighting_differs on deposits_sighting (created_at) where differs;
grant select, insert, update, delete on deposits_sighting to kapao_app;

-- What a member has announced by hand (POST /api/wallet/add). It credits nothing; money that comes takes over its row.
create table deposits_request (
  id            uuid        primary key,
  member_id     text        collate "C" not null,
  key           text        not null,
  fingerprint   uuid        not null,
  amount        bigint      not null check (amount > 0),
  currency      ledger_currency not null,
  -- The amount has satang of its own, reserved by us, so that it can be told from all others that are expected.
  reserved      boolean     not null,
  state         text        not null check (state in ('open', 'done', 'refused', 'expired')),
  deposit       uuid,
  why           text,
  statement_seq bigint      not null,
  created_at    timestamptz not null,
  ended_at      timestamptz,
  constraint deposits_request_once unique (key, member_id),
  check ((state = 'open') = (ended_at is null)),
  check ((state = 'done') = (deposit is not null))
);
create index deposits_request_open on deposits_request (member_id, amount) where state = 'open';
create index deposits_request_due on deposits_request (created_at) where state = 'open';
-- A reserved amount is expected once at a time.
create unique index deposits_request_reserved on deposits_request (currency, amount) where state = 'open' and reserved;
grant select, insert, update on deposits_request to kapao_app;

-- One arrival, as deposits_settle takes it. Accounts and members are positions in the lists that come with it, 0 for none.
create type deposits_arrival as (
  id uuid, turn smallint, channel deposits_channel, event text, refs text[],
  known uuid, force boolean, note text,
  member int, house int, suspense int, wallet int, coin int, coin_house int, coins bigint,
  amount bigint, currency ledger_currency, why deposits_why, house_kind text, house_party text,
  from_place text, payer_bank text, payer_account text, payer_name text, paid_at timestamptz, about jsonb, actor text, request text
);

-- Two ends of an account number that may be one account, as far as both are seen.
create function deposits_tails_agree(p_one text, p_other text) returns boolean language sql immutable as $$
  select p_one is null or p_other is null
      or right(p_one, least(length(p_one), length(p_other))) = right(p_other, least(length(p_one), length(p_other)));
$$;

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference; else one from the same
-- account with the same amount at the same time by a payer who may be the same, which has not been seen in this way yet. A
-- second equal transfer finds none: every channel tells of each transfer once.
create function deposits_find(v deposits_arrival, p_account bigint) returns deposits_deposit
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  d deposits_deposit;
begin
  if v.known is not null then
    select * into d from deposits_deposit where id = v.known;
    return d;
  end if;
  select x.* into d from deposits_sighting s join deposits_deposit x on x.id = s.deposit
    where s.channel = v.channel and s.event_id = v.event;
  if found then return d; end if;
  select x.* into d from deposits_reference r join deposits_deposit x on x.id = r.deposit
    where r.reference = any (v.refs) order by r.reference limit 1;
  if found or v.house_kind <> 'bank' then return d; end if;
  select x.* into d from deposits_deposit x
    where x.house_account = p_account and x.amount = v.amount
      and x.paid_at > v.paid_at - interval '2 minutes' and x.paid_at < v.paid_at + interval '2 minutes'
      and not case when cardinality(v.refs) > 0 then x.named else x.unnamed end
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      and deposits_tails_agree(x.payer_account, v.payer_account)
    order by abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;

-- Remembers that known deposits were seen once more, and under which further names.
create function deposits_see_again(
  p_items deposits_arrival[], p_accounts bigint[], p_deposit uuid[], p_differs boolean[], p_at timestamptz, p_which int[]
) returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
begin
  if cardinality(p_which) = 0 then return; end if;
  insert into deposits_reference (reference, deposit)
    select ref, p_deposit[i] from unnest(p_which) as i, unnest((p_items[i]).refs) as ref
    where not p_differs[i] order by ref on conflict do nothing;
  insert into deposits_sighting as s (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at)
    select (p_items[i]).channel, (p_items[i]).event, p_deposit[i], p_accounts[(p_items[i]).house], (p_items[i]).amount,
           (p_items[i]).currency, (p_items[i]).paid_at, p_differs[i], p_at
    from unnest(p_which) as i order by (p_items[i]).channel, (p_items[i]).event
    on conflict (channel, event_id) do update set differs = true where excluded.differs and not s.differs;
  update deposits_deposit d
    set named = d.named or u.named, unnamed = d.unnamed or not u.named,
        payer_bank = coalesce(d.payer_bank, u.payer_bank),
        payer_account = case when length(u.payer_account) > length(coalesce(d.payer_account, '')) then u.payer_account else d.payer_account end,
        payer_name = coalesce(d.payer_name, u.payer_name)
    from (select p_deposit[i] as id, cardinality((p_items[i]).refs) > 0 as named, (p_items[i]).payer_bank as payer_bank,
                 (p_items[i]).payer_account as payer_account, (p_items[i]).payer_name as payer_name
          from unnest(p_which) as i where not p_differs[i] and (p_items[i]).channel <> 'manual') as u
    where d.id = u.id;
end $$;

-- Writes what has been decided: deposits, requests that came true, statement rows and the audit trail.
create function deposits_write(
  p_members text[], p_counter bigint[], p_items deposits_arrival[], p_accounts bigint[], p_at timestamptz,
  p_action text[], p_deposit uuid[], p_seq bigint[], p_statement_id uuid[], p_is_new boolean[]
) returns void
language plpgsql
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_action text;
  v_which int[];
begin
  insert into deposits_deposit (id, house_kind, house_party, house_account, suspense_account, amount, currency, state, member_id, why,
                                first_channel, named, unnamed, from_place, payer_bank, payer_account, payer_name, paid_at, coins,
                                statement_seq, statement_id, created_at, settled_at, note)
    select p_deposit[i], v.house_kind, v.house_party, p_accounts[v.house], p_accounts[v.suspense], v.amount, v.currency,
           case p_action[i] when 'credit' then 'credited' else 'suspended' end::deposits_state, p_members[nullif(v.member, 0)], v.why,
           v.channel, cardinality(v.refs) > 0, cardinality(v.refs) = 0, v.from_place, v.payer_bank, v.payer_account, v.payer_name, v.paid_at,
           case p_action[i] when 'credit' then v.coins else 0 end, p_seq[i], p_statement_id[i], p_at,
           case p_action[i] when 'credit' then p_at end, v.note
    from generate_subscripts(p_items, 1) as i, lateral (select (p_items[i]).*) as v where p_action[i] in ('credit', 'suspend');
  update deposits_deposit d
    set state = case u.action when 'release' then 'credited' else d.state end, member_id = u.member_id,
        why = case u.action when 'claim' then u.why else d.why end, coins = case u.action when 'release' then u.coins else 0 end,
        statement_seq = u.seq, statement_id = u.statement_id, settled_at = case u.action when 'release' then p_at end,
        note = coalesce(u.note, d.note)
    from (select p_action[i] as action, p_deposit[i] as id, p_members[v.member] as member_id, v.why, v.coins, v.note, p_seq[i] as seq,
                 p_statement_id[i] as statement_id
          from generate_subscripts(p_items, 1) as i, lateral (select (p_items[i]).*) as v where p_action[i] in ('release', 'claim')) as u
    where d.id = u.id;
  update deposits_request r set state = 'done', deposit = u.deposit, ended_at = p_at
    from (select p_deposit[i] as deposit, p_statement_id[i] as id from generate_subscripts(p_items, 1) as i
          where p_action[i] <> 'none' and p_statement_id[i] <> p_deposit[i]) as u
    where r.id = u.id and r.state = 'open';

  v_which := array(select i from generate_subscripts(p_items, 1) as i where p_action[i] in ('credit', 'release') and p_is_new[i]);
  perform deposits_write_rows(p_members, p_counter, p_items, p_deposit, p_seq, 'SUCCESS', p_at, v_which);
  v_which := array(select i from generate_subscripts(p_items, 1) as i where p_action[i] in ('suspend', 'claim') and p_is_new[i]);
  perform deposits_write_rows(p_members, p_counter, p_items, p_deposit, p_seq, 'PENDING', p_at, v_which);
  update statement_row s set status = case when u.is_done then 'SUCCESS' else s.status end, about = u.about
    from (select p_members[(p_items[i]).member] as member_id, p_seq[i] as seq, p_action[i] in ('credit', 'release') as is_done,
                 (p_items[i]).about as about
          from generate_subscripts(p_items, 1) as i
          where p_action[i] <> 'none' and (p_items[i]).member > 0 and not p_is_new[i]) as u
    where s.member_id = u.member_id and s.seq = u.seq;

  foreach v_action in array array['credit', 'suspend', 'release', 'claim'] loop
    v_which := array(select i from generate_subscripts(p_items, 1) as i where p_action[i] = v_action);
    if cardinality(v_which) > 0 then
      perform core_audit_write(
        p_at, array(select (p_items[i]).actor from unnest(v_which) as i), array(select (p_items[i]).request from unnest(v_which) as i),
        'deposits.' || v_action, array(select p_deposit[i]::text from unnest(v_which) as i),
        array(select jsonb_strip_nulls(jsonb_build_object(
                'channel', (p_items[i]).channel, 'member', p_members[nullif((p_items[i]).member, 0)], 'amount', (p_items[i]).amount,
                'currency', (p_items[i]).currency, 'why', (p_items[i]).why, 'note', (p_items[i]).note))
              from unnest(v_which) as i));
    end if;
  end loop;
end $$;

create function deposits_write_rows(
  p_members text[], p_counter bigint[], p_items deposits_arrival[], p_deposit uuid[], p_seq bigint[], p_status statement_status,
  p_at timestamptz, p_which int[]
) returns void
language plpgsql
as $$
begin
  if cardinality(p_which) = 0 then return; end if;
  perform statement_write(
    p_members, p_counter, array(select (p_items[i]).member from unnest(p_which) as i), array(select p_seq[i] from unnest(p_which) as i),
    array(select p_deposit[i] from unnest(p_which) as i), 'deposit', array(select (p_items[i]).from_place from unnest(p_which) as i),
    array_fill('wallet'::text, array[cardinality(p_which)]), p_status, array(select (p_items[i]).amount from unnest(p_which) as i),
    array(select (p_items[i]).currency from unnest(p_which) as i), array(select (p_items[i]).about from unnest(p_which) as i), p_at);
end $$;

-- Takes in arrivals of money, each once: looks whether it has been seen, by event, by reference, or unnamed and alike; then
-- credits it, puts it into suspense, or places what was in suspense; and writes deposit, sighting, reference, statement, audit
-- and coins, in one commit. Locks: turns, statement counters, references in order, and the ledger last.
-- Statuses: 0 done, 1 nothing to do, 4 its member has no statement, 8 busy. Actions: credit, suspend, release, claim, none.
create function deposits_settle(
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
  v_seen text[] := '{}';
  v_adopted uuid[] := '{}';
  v_differs boolean[];
  v_busy int[];
  v_row_is_new boolean[];
  v_expected int;
  v_written int;
  v deposits_arrival;
  d deposits_deposit;
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
    v_held := array(select no from deposits_turn where no in (select (unnest(v_items)).turn) order by no for no key update skip locked);
  else
    v_held := array(select no from deposits_turn where no in (select (unnest(v_items)).turn) order by no for no key update);
  end if;
  if cardinality(p_members) > 0 then v_counter := statement_lock(p_members, p_skip_busy); end if;

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
    -- What another arrival of this batch is just being written under is looked up in the next batch.
    if (v.refs || (v.channel || ' ' || v.event)) && v_seen then
      o_status[i] := 8;
      continue;
    end if;
    v_seen := v_seen || v.refs || (v.channel || ' ' || v.event);

    d := deposits_find(v, v_accounts[v.house]);
    if d.id is null then
      -- An SMS whose words came before under another id: two honest transfers, or one told twice. That is for a person.
      if v.channel = 'sms' and v.why is null and v.event like '%:%' and exists (
           select from deposits_sighting s where s.channel = 'sms' and s.event_id >= split_part(v.event, ':', 1) || ':'
             and s.event_id < split_part(v.event, ':', 1) || ';') then
        v.why := 'repeated';
        v_items[i] := v;
      end if;
      o_status[i] := 0;
      o_action[i] := case when v.why is null then 'credit' else 'suspend' end;
    else
      o_deposit[i] := d.id;
      o_statement_seq[i] := d.statement_seq;
      o_statement_id[i] := d.statement_id;
      v_differs[i] := (d.amount, d.currency, d.house_account) is distinct from (v.amount, v.currency, v_accounts[v.house]);
      if d.state = 'suspended' and v.member > 0 and not v_differs[i] then
        if v.force or ((d.member_id is null or d.member_id = p_members[v.member])
                       and (d.why in ('unknown-payer', 'ambiguous', 'unknown-member', 'bonus', 'inactive')
                            -- Words that may have been told twice are believed as soon as the transfer itself is named.
                            or d.why = 'repeated' and cardinality(v.refs) > 0)) then
          if v.why is null then
            o_status[i] := 0;
            o_action[i] := 'release';
          elsif d.member_id is null or v.force then
            o_status[i] := 0;
            o_action[i] := 'claim';
          end if;
        end if;
      end if;
      -- A row on the statement of somebody whose it was not after all has come to nothing.
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
    if o_action[i] in ('credit', 'release') and v.coins > 0 then
      m_item := m_item || i;
      m_idem := m_idem || ledger_leg(o_deposit[i], 4);
      m_debit := m_debit || v.coin_house;
      m_credit := m_credit || v.coin;
      m_amount := m_amount || v.coins;
      m_kind := m_kind || 'coin_grant'::ledger_kind;
    end if;
  end loop;

  -- Written before the ledger is touched, since this may wait for a process that is just writing the same.
  select count(*) into v_expected from generate_subscripts(v_items, 1) as i, unnest((v_items[i]).refs) where o_action[i] in ('credit', 'suspend');
  insert into deposits_reference (reference, deposit)
    select ref, o_deposit[i] from generate_subscripts(v_items, 1) as i, unnest((v_items[i]).refs) as ref
    where o_action[i] in ('credit', 'suspend') order by ref on conflict do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_expected then raise exception 'another process has just seen this transfer' using errcode = '40001'; end if;
  select count(*) into v_expected from generate_subscripts(v_items, 1) as i where o_action[i] in ('credit', 'suspend');
  insert into deposits_sighting (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at)
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
  -- Whose wallet was busy comes again, and finds nothing of this time.
  v_busy := array(select i from generate_subscripts(v_items, 1) as i where o_status[i] = 8 and o_action[i] <> 'none');
  if cardinality(v_busy) > 0 then
    delete from deposits_reference where deposit in (select o_deposit[i] from unnest(v_busy) as i where o_action[i] in ('credit', 'suspend'));
    delete from deposits_sighting where deposit in (select o_deposit[i] from unnest(v_busy) as i where o_action[i] in ('credit', 'suspend'));
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

revoke all on function deposits_tails_agree, deposits_find, deposits_see_again, deposits_write, deposits_write_rows, deposits_settle from public;
grant execute on function deposits_tails_agree, deposits_find, deposits_see_again, deposits_write, deposits_write_rows, deposits_settle to kapao_app;
