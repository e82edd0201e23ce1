-- Whether two views of an account number may be one account, by the digits visible in both. x stands for a hidden
-- digit.
create or replace function deposits_tails_agree(p_one text, p_other text) returns boolean language sql immutable as $$
  select p_one is null or p_other is null or not exists (
    select from generate_series(1, least(length(p_one), length(p_other))) as n,
         lateral (select left(right(p_one, n), 1) as one, left(right(p_other, n), 1) as other) as digits
      where one <> other and one <> 'x' and other <> 'x');
$$;

-- Merges two views of one account number: each digit that either shows. Where they differ the first one counts.
create or replace function deposits_digits(p_one text, p_other text) returns text language sql immutable as $$
  select case when p_one is null or p_other is null then coalesce(p_one, p_other)
    else (select string_agg(case when one in ('', 'x') and other <> '' then other else one end, '' order by n desc)
          from generate_series(1, greatest(length(p_one), length(p_other))) as n,
               -- Beyond the start of the shorter view there is no digit.
               lateral (select case when n <= length(p_one) then left(right(p_one, n), 1) else '' end as one,
                               case when n <= length(p_other) then left(right(p_other, n), 1) else '' end as other) as digits) end;
$$;

-- The bank's reference in a transfer's name, whichever bank sent it; null for names of other kinds.
create or replace function deposits_transfer(p_reference text) returns text language sql immutable as $$
  select case when p_reference like 'transfer:%' then substr(p_reference, strpos(substr(p_reference, 10), ':') + 10) end;
$$;
-- A feed may omit the bank that sent a transfer: such a name is transfer:?:REFERENCE, and is looked up under any
-- bank.
create index if not exists deposits_reference_transfer on deposits_reference (deposits_transfer(reference)) where reference like 'transfer:%';

-- The source of an arrival: each source reports each transfer once. A statement is read by this server, and repeats
-- what its bank has reported.
create or replace function deposits_source(p_channel deposits_channel, p_event text) returns text language sql immutable as $$
  select case when p_channel = 'bank' and p_event like 'statement:%' then 'statement' else p_channel::text end;
$$;

-- The sources that have reported a deposit so far.
create or replace function deposits_sources(p_deposit uuid) returns text[] language sql stable as $$
  select array(select distinct deposits_source(s.channel, s.event_id) from deposits_report s where s.deposit = p_deposit);
$$;

-- The deposit that an arrival reports: by its known id, by its event, by its reference, or by that reference where
-- one of the two omits the sending bank; else one to the same account with the same amount at the same time by a
-- payer who may be the same, which this source has not reported and which has no other reference. A second equal
-- transfer finds none, because every source reports each transfer once. What an operator has read in a message may be
-- dated by when it came, up to six hours after the transfer. Of several it prefers one whose text cannot
-- have been sent twice, then one with as much known of its payer as this, then the nearest in time.
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
  select x.* into d from deposits_report s join deposits_deposit x on x.id = s.deposit
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
      -- Short references are unique within one bank only; another bank may give the same one to another payer.
      and (length(deposits_transfer(r.reference)) >= 12 or deposits_tails_agree(x.payer_account, v.payer_account))
    order by abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  if found then return d; end if;
  select x.* into d from deposits_deposit x
    where x.house_account = p_account and x.amount = v.amount
      and x.paid_at > coalesce(v.paid_from, v.paid_at) - interval '15 minutes'
      and x.paid_at < coalesce(v.paid_to, v.paid_at) + interval '6 hours'
      and (x.why = 'message' or x.paid_at > coalesce(v.paid_from, v.paid_at) - interval '2 minutes'
             and x.paid_at < coalesce(v.paid_to, v.paid_at) + interval '2 minutes')
      and not (cardinality(v.refs) > 0 and x.named) and not deposits_source(v.channel, v.event) = any (deposits_sources(x.id))
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      and deposits_tails_agree(x.payer_account, v.payer_account)
    order by (x.state = 'suspended' and x.why = 'repeated'), ((x.payer_account is null) <> (v.payer_account is null)),
             abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;

revoke all on function deposits_tails_agree, deposits_digits, deposits_transfer, deposits_source, deposits_sources,
  deposits_find from public;
grant execute on function deposits_tails_agree, deposits_digits, deposits_transfer, deposits_source,
  deposits_sources, deposits_find to kapao_app;
