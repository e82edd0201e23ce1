-- A slip hides the end of the payer's account where an SMS shows nothing else, so digits are compared at their places; and an
-- SMS that says nothing of when is one of a transfer of the hours before.

-- Two views of an account number that may be one account, as far as both are seen. x stands for a digit that is hidden.
create or replace function deposits_tails_agree(p_one text, p_other text) returns boolean language sql immutable as $$
  select p_one is null or p_other is null or not exists (
    select from generate_series(1, least(length(p_one), length(p_other))) as n,
         lateral (select left(right(p_one, n), 1) as one, left(right(p_other, n), 1) as other) as digits
      where one <> other and one <> 'x' and other <> 'x');
$$;

-- Between which moments it may have been paid; null where the moment that is told is the one.
alter type deposits_arrival add attribute paid_from timestamptz, add attribute paid_to timestamptz;

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference; else one from the same
-- account with the same amount at the same time by a payer who may be the same, which has not been seen in this way yet. A
-- second equal transfer finds none: every channel tells of each transfer once.
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
