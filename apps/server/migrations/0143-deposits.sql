-- One transfer that is told of at two times. An SMS has no reference, and its bank's clock, or the phone that sends it on, may be minutes off
-- from what a slip says: beyond two minutes they counted as two transfers, and both were credited. What may be one transfer is credited once
-- now, and what came second waits for people, or for what shows that there were two.

alter type deposits_why add value 'alike';

-- What an arrival is told by: each source tells of each transfer once. A statement is read by ourselves, and tells again what its bank has told.
create function deposits_source(p_channel deposits_channel, p_event text) returns text language sql immutable as $$
  select case when p_channel = 'bank' and p_event like 'statement:%' then 'statement' else p_channel::text end;
$$;

create function deposits_sources(p_deposit uuid) returns text[] language sql stable as $$
  select array(select distinct deposits_source(s.channel, s.event_id) from deposits_sighting s where s.deposit = p_deposit);
$$;

-- What nobody has named yet is little, and what has a name is compared with nothing else.
create index deposits_deposit_unnamed on deposits_deposit (house_account, amount, paid_at) where not named;

-- Whether a deposit may be a transfer that is credited already. Near it is what came to the same account with the same amount within half
-- a day (an SMS may be six hours late, and clocks and phones are off by less) from a payer who may be the same. Of these there are for certain as
-- many transfers as one source has told of, or as have names: no more of them may be credited. What is another member's, or tells no digit of its
-- payer, does not prove a transfer of this one, nor do words that may have been told twice.
create function deposits_is_doubtful(s deposits_deposit, p_sources text[]) returns boolean
language plpgsql stable
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_own text[] := array_remove(p_sources, 'manual') || case when s.named then array['named'] else '{}' end;
  v_credited int;
  v_certain int;
begin
  if s.house_kind <> 'bank' then return false; end if;
  if s.named and not exists (
    select from deposits_deposit x where x.house_account = s.house_account and x.amount = s.amount and not x.named
      and x.paid_at > s.paid_at - interval '12 hours' and x.paid_at < s.paid_at + interval '12 hours') then
    return false;
  end if;
  with near as materialized (
    select array_remove(deposits_sources(x.id), 'manual') || case when x.named then array['named'] else '{}' end as sources,
           x.state in ('credited', 'taken') or x.state = 'returned' and x.why is distinct from 'alike'
             or x.state = 'suspended' and x.why in ('bonus', 'inactive') as is_credited,
           case when x.member_id is null or s.member_id is null then x.payer_account is not null and s.payer_account is not null
                else x.member_id = s.member_id end
             and not (x.state = 'suspended' and x.why = 'repeated') as is_certain
    from deposits_deposit x
    where x.house_account = s.house_account and x.amount = s.amount and x.id is distinct from s.id
      and x.paid_at > s.paid_at - interval '12 hours' and x.paid_at < s.paid_at + interval '12 hours'
      and (x.payer_bank is null or s.payer_bank is null or x.payer_bank = s.payer_bank)
      and deposits_tails_agree(x.payer_account, s.payer_account)
      -- What a person says of a request, or of money without a payer, is of that member.
      and (x.member_id = s.member_id or s.first_channel <> 'manual' and (x.note is null or x.payer_account is not null))
      -- Money that was taken back is near by its first row.
      and not exists (select from deposits_sighting t where t.deposit = x.id and t.channel = 'manual' and t.event_id like 'taken:%')
  ), credited as (
    select sources from near where is_credited
  )
  select (select count(*) from credited),
         -- Who tells of all of them, and of this one, tells of one more.
         greatest((select max(case when exists (select from credited where not own = any (sources)) then 0 else (select count(*) + 1 from credited) end)
                   from unnest(v_own) as own),
                  (select max(told.count) from (
                     select source, count(*) from (
                       select unnest(sources) as source from near where is_certain union all select unnest(v_own)) as each
                     group by source) as told), 0)
    into v_credited, v_certain;
  return v_credited > 0 and v_credited + 1 > v_certain;
end $$;

-- The same of what has just arrived, alone or as news of a deposit that waits.
create function deposits_doubt(v deposits_arrival, d deposits_deposit, p_account bigint, p_member text) returns boolean
language plpgsql stable
as $$
declare
  s deposits_deposit := d;
  v_sources text[] := case when v.event = '' then '{}'::text[] else array[deposits_source(v.channel, v.event)] end;
begin
  if d.id is null then
    s.house_kind := v.house_kind;
    s.house_account := p_account;
    s.amount := v.amount;
    s.paid_at := v.paid_at;
    s.first_channel := v.channel;
    s.named := false;
  else
    v_sources := v_sources || deposits_sources(d.id);
  end if;
  s.member_id := coalesce(d.member_id, p_member);
  s.named := s.named or cardinality(v.refs) > 0;
  s.payer_bank := coalesce(s.payer_bank, v.payer_bank);
  s.payer_account := deposits_digits(s.payer_account, v.payer_account);
  return deposits_is_doubtful(s, array(select distinct unnest(v_sources)));
end $$;

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference, or of that reference where
-- only one of the two tells the bank that sent it; else one from the same account with the same amount at the same time by a payer
-- who may be the same, which has not been seen in this way yet: neither by its own source, nor under another name. A second equal transfer
-- finds none: every source tells of each transfer once. Of several it is rather none whose words may have been told twice, then one that
-- tells of a payer as this does, then the nearest in time.
create or replace function deposits_find(v deposits_arrival, p_account bigint) returns deposits_deposit
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
  select x.* into d
    from deposits_reference r join deposits_deposit x on x.id = r.deposit
    where r.reference like 'transfer:%' and deposits_transfer(r.reference) = any (array(select deposits_transfer(ref) from unnest(v.refs) as ref))
      and (r.reference like 'transfer:?:%' or exists (select from unnest(v.refs) as ref where ref like 'transfer:?:%'))
      and x.house_account = p_account and x.amount = v.amount
      and x.paid_at > v.paid_at - interval '1 day' and x.paid_at < v.paid_at + interval '1 day'
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      -- Short ones are those of one bank, and another may give the same one to another payer.
      and (length(deposits_transfer(r.reference)) >= 12 or deposits_tails_agree(x.payer_account, v.payer_account))
    order by abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  if found then return d; end if;
  select x.* into d from deposits_deposit x
    where x.house_account = p_account and x.amount = v.amount
      and x.paid_at > coalesce(v.paid_from, v.paid_at) - interval '2 minutes'
      and x.paid_at < coalesce(v.paid_to, v.paid_at) + interval '2 minutes'
      and not (cardinality(v.refs) > 0 and x.named) and not deposits_source(v.channel, v.event) = any (deposits_sources(x.id))
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      and deposits_tails_agree(x.payer_account, v.payer_account)
    order by (x.state = 'suspended' and x.why = 'repeated'), ((x.payer_account is null) <> (v.payer_account is null)),
             abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;

-- Takes arrivals in as before, and what may be a transfer that is credited already waits as `alike`.
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
      if coalesce(v.why in ('bonus', 'inactive'), true) and deposits_doubt(v, d, v_accounts[v.house], p_members[nullif(v.member, 0)]) then
        v.why := 'alike';
        v.about := null;
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
                       and (d.why in ('unknown-payer', 'ambiguous', 'unknown-member', 'bonus', 'inactive', 'alike')
                            -- Words that may have been told twice are believed as soon as the transfer itself is named.
                            or d.why = 'repeated' and cardinality(v.refs) > 0)) then
          -- What waits for its member only was judged when it came.
          if not v.force and coalesce(v.why in ('bonus', 'inactive'), true) and d.why not in ('bonus', 'inactive')
             and deposits_doubt(v, d, v_accounts[v.house], p_members[v.member]) then
            v.why := 'alike';
            v.about := null;
            v_items[i] := v;
          end if;
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
    if o_action[i] in ('credit', 'release') and v.coin_per > 0 then
      -- Those of this batch are in no table yet.
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

-- What waits as `alike` and need not any longer, since it was told of otherwise meanwhile.
create function deposits_certain(p_limit int) returns setof deposits_deposit
language plpgsql stable
as $$
begin
  return query select d.* from deposits_deposit d
    where d.state = 'suspended' and d.why = 'alike' and not deposits_is_doubtful(d, deposits_sources(d.id))
    order by d.created_at, d.id limit p_limit;
end $$;

revoke all on function deposits_source, deposits_sources, deposits_is_doubtful, deposits_doubt, deposits_certain from public;
grant execute on function deposits_source, deposits_sources, deposits_is_doubtful, deposits_doubt, deposits_certain to kapao_app;
