-- Which deposit an arrival tells of. What names no transfer was matched to one that nobody had told of without a name: a feed may leave the
-- reference out, and no SMS has one, so both told of one transfer, and it was credited twice. And of several that look alike the nearest
-- in time was taken: where a phone had sent one SMS on twice, that was now and then the second telling, which waited as `repeated` and was
-- credited beside the first one.

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference, or of that reference where
-- only one of the two tells the bank that sent it; else one from the same account with the same amount at the same time by a payer
-- who may be the same, which has not been seen in this way yet: what names no transfer finds one that its own channel has not told of. A
-- second equal transfer finds none: every channel tells of each transfer once. Of several it is rather none whose words may have been
-- told twice, then one that tells of a payer as this does, then the nearest in time.
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
      and not case when cardinality(v.refs) > 0 then x.named
                   else exists (select from deposits_sighting s where s.deposit = x.id and s.channel = v.channel) end
      and (x.payer_bank is null or v.payer_bank is null or x.payer_bank = v.payer_bank)
      and deposits_tails_agree(x.payer_account, v.payer_account)
    order by (x.state = 'suspended' and x.why = 'repeated'), ((x.payer_account is null) <> (v.payer_account is null)),
             abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;
