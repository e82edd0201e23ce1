-- A feed may leave out the bank that sent a transfer. It was guessed to be ours, so that the slip of the same transfer, which names
-- the bank, was another transfer and credited again. Such a name is transfer:?:REFERENCE now, and is looked up under any bank.

-- The reference in a transfer's name, whoever sent it; null for names of other kinds.
create function deposits_transfer(p_reference text) returns text language sql immutable as $$
  select case when p_reference like 'transfer:%' then substr(p_reference, strpos(substr(p_reference, 10), ':') + 10) end;
$$;
revoke all on function deposits_transfer from public;
grant execute on function deposits_transfer to kapao_app;
create index deposits_reference_transfer on deposits_reference (deposits_transfer(reference)) where reference like 'transfer:%';

-- One table of banks where there were two: what a slip was written under is what a feed would name today.
create function pg_temp.renamed(p_bank text) returns text language sql immutable as $$
  select case p_bank when 'CIMBT' then 'CIMB' when 'UOBT' then 'UOB' when 'LHFG' then 'LHB' when '035' then 'EXIM' when '070' then 'ICBCT'
    when '071' then 'TCRB' when '098' then 'SME' end;
$$;
insert into deposits_reference (reference, deposit)
  select 'transfer:' || pg_temp.renamed(split_part(reference, ':', 2)) || ':' || deposits_transfer(reference), deposit
  from deposits_reference where reference like 'transfer:%' and pg_temp.renamed(split_part(reference, ':', 2)) is not null
  on conflict do nothing;
update slips_slip s set sending_bank = pg_temp.renamed(sending_bank)
  where pg_temp.renamed(sending_bank) is not null and not exists (
    select from slips_slip o where o.sending_bank = pg_temp.renamed(s.sending_bank) and o.trans_ref = s.trans_ref);

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference, or of that reference where
-- only one of the two tells the bank that sent it; else one from the same account with the same amount at the same time by a payer
-- who may be the same, which has not been seen in this way yet. A second equal transfer finds none: every channel tells of each
-- transfer once.
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
      -- Those of an SMS are short, and another bank may give the same one to another payer.
      and (length(deposits_transfer(r.reference)) >= 12 or deposits_tails_agree(x.payer_account, v.payer_account))
    order by abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  if found then return d; end if;
  select x.* into d from deposits_deposit x
    where x.house_account = p_account and x.amount = v.amount
      and x.paid_at > coalesce(v.paid_from, v.paid_at) - interval '2 minutes'
      and x.paid_at < coalesce(v.paid_to, v.paid_at) + interval '2 minutes'
      and not case when cardinality(v.refs) > 0 then x.named else x.unnamed end
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      and deposits_tails_agree(x.payer_account, v.payer_account)
    order by abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;
