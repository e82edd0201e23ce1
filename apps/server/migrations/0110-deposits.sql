-- Of the payer's account the longer view took the place of the shorter one, which may have shown what the other hides.

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
