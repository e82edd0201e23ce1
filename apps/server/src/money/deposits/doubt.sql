-- Whether a deposit may be a transfer that is credited already. Deposits near it are those to the same account with
-- the same amount within half a day (an SMS may be six hours late, and clocks and phones are off by less) from a
-- payer who may be the same. The number of certain transfers among these is the most that one source has reported, or
-- the number that have references: no more of them may be credited. A deposit of another member, or without any digit
-- of its payer, proves no transfer of this member, nor does a text that may have been sent twice.
create or replace function deposits_is_doubtful(s deposits_deposit, p_sources text[]) returns boolean
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
           x.state in ('credited', 'taken') or x.state in ('refused', 'returned') and x.why is distinct from 'alike'
             or x.state = 'suspended' and x.why in ('bonus', 'inactive') as is_credited,
           case when x.member_id is null or s.member_id is null then x.payer_account is not null and s.payer_account is not null
                else x.member_id = s.member_id end
             and not (x.state = 'suspended' and x.why = 'repeated') as is_certain
    from deposits_deposit x
    where x.house_account = s.house_account and x.amount = s.amount and x.id is distinct from s.id
      and x.paid_at > s.paid_at - interval '12 hours' and x.paid_at < s.paid_at + interval '12 hours'
      and (x.payer_bank is null or s.payer_bank is null or x.payer_bank = s.payer_bank)
      and deposits_tails_agree(x.payer_account, s.payer_account)
      -- An operator's confirmation of a request, or match of money without a payer, concerns that member alone.
      and (x.member_id = s.member_id or s.first_channel <> 'manual' and (x.note is null or x.payer_account is not null))
      -- Money that was taken back counts by its first row.
      and not exists (select from deposits_report t where t.deposit = x.id and t.channel = 'manual' and t.event_id like 'taken:%')
  ), credited as (
    select sources from near where is_credited
  )
  select (select count(*) from credited),
         -- A source that reported all credited ones and this one proves one more.
         greatest((select max(case when exists (select from credited where not own = any (sources)) then 0 else (select count(*) + 1 from credited) end)
                   from unnest(v_own) as own),
                  (select max(counted.count) from (
                     select source, count(*) from (
                       select unnest(sources) as source from near where is_certain union all select unnest(v_own)) as each
                     group by source) as counted), 0)
    into v_credited, v_certain;
  return v_credited > 0 and v_credited + 1 > v_certain;
end $$;

-- The same for a new arrival, alone or as news of a deposit that waits.
create or replace function deposits_doubt(v deposits_arrival, d deposits_deposit, p_account bigint, p_member text) returns boolean
language plpgsql stable
as $$
declare
  s deposits_deposit := d;
  v_sources text[] := case when v.event = '' then '{}'::text[] else array[deposits_source(v.channel, v.event)] end;
begin
  if coalesce(d.house_kind, v.house_kind) <> 'bank' then return false; end if;
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

-- Deposits that wait as `alike` and need not any longer because of later reports, or that wait for the second source,
-- which has shown them since.
create or replace function deposits_certain(p_limit int) returns setof deposits_deposit
language plpgsql stable
as $$
begin
  return query select d.* from deposits_deposit d
    where d.state = 'suspended'
      and (d.why = 'alike' and not deposits_is_doubtful(d, deposits_sources(d.id))
        or d.why = 'unconfirmed' and d.member_id is not null
          and exists (select from bankfeed_claim w where w.deposit = d.id and w.shown_at is not null))
    order by d.created_at, d.id limit p_limit;
end $$;

revoke all on function deposits_is_doubtful, deposits_doubt, deposits_certain from public;
grant execute on function deposits_is_doubtful, deposits_doubt, deposits_certain to kapao_app;
