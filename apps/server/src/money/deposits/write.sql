-- Records that known deposits were reported again, and under which further references. Each channel shows other
-- digits of the payer, and none of them is lost.
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
  insert into deposits_report as s (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at,
                                    payer_bank, payer_account, payer_name)
    select (p_items[i]).channel, (p_items[i]).event, p_deposit[i], p_accounts[(p_items[i]).house], (p_items[i]).amount,
           (p_items[i]).currency, (p_items[i]).paid_at, p_differs[i], p_at,
           (p_items[i]).payer_bank, (p_items[i]).payer_account, (p_items[i]).payer_name
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

-- Writes new statement rows for the items in p_which.
create or replace function deposits_write_rows(
  p_members text[], p_counter bigint[], p_items deposits_arrival[], p_deposit uuid[], p_seq bigint[], p_status statement_status,
  p_at timestamptz, p_which int[]
) returns void
language plpgsql
as $$
begin
  if cardinality(p_which) = 0 then return; end if;
  perform statement_write(
    p_members => p_members, p_seq => p_counter, p_member => array(select (p_items[i]).member from unnest(p_which) as i),
    p_number => array(select p_seq[i] from unnest(p_which) as i),
    p_operation => array(select p_deposit[i] from unnest(p_which) as i), p_type => 'deposit',
    p_from => array(select (p_items[i]).from_place from unnest(p_which) as i),
    p_to => array_fill('wallet'::text, array[cardinality(p_which)]), p_status => p_status,
    p_amount => array(select (p_items[i]).amount from unnest(p_which) as i),
    p_currency => array(select (p_items[i]).currency from unnest(p_which) as i),
    p_about => array(select (p_items[i]).about from unnest(p_which) as i), p_at => p_at);
end $$;

-- Writes the decisions: deposits, requests that were paid, statement rows and the audit trail.
create or replace function deposits_write(
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
  perform deposits_write_rows(
    p_members => p_members, p_counter => p_counter, p_items => p_items, p_deposit => p_deposit, p_seq => p_seq,
    p_status => 'SUCCESS', p_at => p_at, p_which => v_which);
  v_which := array(select i from generate_subscripts(p_items, 1) as i where p_action[i] in ('suspend', 'claim') and p_is_new[i]);
  perform deposits_write_rows(
    p_members => p_members, p_counter => p_counter, p_items => p_items, p_deposit => p_deposit, p_seq => p_seq,
    p_status => 'PENDING', p_at => p_at, p_which => v_which);
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

revoke all on function deposits_see_again, deposits_write_rows, deposits_write from public;
grant execute on function deposits_see_again, deposits_write_rows, deposits_write to kapao_app;
