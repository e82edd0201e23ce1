-- Which of several deposits that look alike an arrival tells of. The nearest in time was taken: where a phone had sent one SMS on twice,
-- that was now and then the second telling, which waited as `repeated` and was credited beside the first one. And of the payer's account
-- the longer view took the place of the shorter one, which may have shown what the other hides.

-- What is seen of one account number in two views of it: each digit that either shows. Where they differ the first one counts.
create function deposits_digits(p_one text, p_other text) returns text language sql immutable as $$
  select case when p_one is null or p_other is null then coalesce(p_one, p_other)
    else (select string_agg(case when one in ('', 'x') and other <> '' then other else one end, '' order by n desc)
          from generate_series(1, greatest(length(p_one), length(p_other))) as n,
               -- Left of the beginning of one there is nothing.
               lateral (select case when n <= length(p_one) then left(right(p_one, n), 1) else '' end as one,
                               case when n <= length(p_other) then left(right(p_other, n), 1) else '' end as other) as digits) end;
$$;
revoke all on function deposits_digits from public;
grant execute on function deposits_digits to kapao_app;

-- The deposit that an arrival tells of: the one it names, the one of its event, the one of its reference, or of that reference where
-- only one of the two tells the bank that sent it; else one from the same account with the same amount at the same time by a payer
-- who may be the same, which has not been seen in this way yet. A second equal transfer finds none: every channel tells of each
-- transfer once. Of several it is rather none whose words may have been told twice, then one that tells of a payer as this does, then
-- the nearest in time.
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
    order by (x.state = 'suspended' and x.why = 'repeated'), ((x.payer_account is null) <> (v.payer_account is null)),
             abs(extract(epoch from x.paid_at - v.paid_at)), x.created_at, x.id limit 1;
  return d;
end $$;

-- Remembers that known deposits were seen once more, and under which further names. Of the payer each channel shows other digits, and
-- none of them is forgotten.
create or replace function deposits_see_again(
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
        payer_account = deposits_digits(d.payer_account, u.payer_account),
        payer_name = coalesce(d.payer_name, u.payer_name)
    from (select p_deposit[i] as id, cardinality((p_items[i]).refs) > 0 as named, (p_items[i]).payer_bank as payer_bank,
                 (p_items[i]).payer_account as payer_account, (p_items[i]).payer_name as payer_name
          from unnest(p_which) as i where not p_differs[i] and (p_items[i]).channel <> 'manual') as u
    where d.id = u.id;
end $$;
