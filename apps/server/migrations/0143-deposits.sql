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

revoke all on function deposits_source, deposits_sources, deposits_is_doubtful, deposits_doubt from public;
grant execute on function deposits_source, deposits_sources, deposits_is_doubtful, deposits_doubt to kapao_app;
