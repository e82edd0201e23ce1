-- Books what was judged: the references and reports of new deposits, what known ones were reported to be, and then the
-- money and the coins, in the ledger. References and reports come first, because writing them may wait for a process
-- that is writing the same. Items whose wallet was busy get the status 8. Called by deposits_settle alone, under its
-- locks and with its way of planning.
create or replace function deposits_book(
  p_member_accounts bigint[], p_house_accounts bigint[], p_items deposits_arrival[], p_action text[], p_deposit uuid[],
  p_differs boolean[], p_at timestamptz, p_skip_busy boolean, inout o_status int[], out o_wallet_seq bigint[]
)
language plpgsql
as $$
declare
  v_accounts bigint[] := p_member_accounts || p_house_accounts;
  v_item deposits_arrival;
  v_expected int;
  v_written int;
  v_applied record;
  v_items int[] := '{}';
  v_idem uuid[] := '{}';
  v_debit int[] := '{}';
  v_credit int[] := '{}';
  v_amount bigint[] := '{}';
  v_kind ledger_kind[] := '{}';
begin
  o_wallet_seq := array_fill(null::bigint, array[cardinality(p_items)]);

  select count(*) into v_expected from generate_subscripts(p_items, 1) as i, unnest((p_items[i]).refs) where p_action[i] in ('credit', 'suspend');
  insert into deposits_reference (reference, deposit)
    select ref, p_deposit[i] from generate_subscripts(p_items, 1) as i, unnest((p_items[i]).refs) as ref
    where p_action[i] in ('credit', 'suspend') order by ref on conflict do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_expected then raise exception 'another process has just seen this transfer' using errcode = '40001'; end if;
  select count(*) into v_expected from generate_subscripts(p_items, 1) as i where p_action[i] in ('credit', 'suspend');
  insert into deposits_report (channel, event_id, deposit, house_account, amount, currency, paid_at, differs, created_at,
                               payer_bank, payer_account, payer_name)
    select (p_items[i]).channel, (p_items[i]).event, p_deposit[i], v_accounts[(p_items[i]).house], (p_items[i]).amount,
           (p_items[i]).currency, (p_items[i]).paid_at, false, p_at,
           (p_items[i]).payer_bank, (p_items[i]).payer_account, (p_items[i]).payer_name
    from generate_subscripts(p_items, 1) as i where p_action[i] in ('credit', 'suspend')
    order by (p_items[i]).channel, (p_items[i]).event on conflict do nothing;
  get diagnostics v_written = row_count;
  if v_written < v_expected then raise exception 'another process has just seen this event' using errcode = '40001'; end if;
  perform deposits_see_again(p_items, v_accounts, p_deposit, p_differs, p_at,
    array(select i from generate_subscripts(p_items, 1) as i
          where o_status[i] in (0, 1) and p_action[i] not in ('credit', 'suspend') and (p_items[i]).event <> ''));

  for i in 1 .. cardinality(p_items) loop
    v_item := p_items[i];
    if p_action[i] in ('credit', 'suspend', 'release') then
      v_items := v_items || i;
      v_idem := v_idem || ledger_leg(p_deposit[i], case p_action[i] when 'release' then 2 else 1 end);
      v_debit := v_debit || case p_action[i] when 'release' then v_item.suspense else v_item.house end;
      v_credit := v_credit || case p_action[i] when 'suspend' then v_item.suspense else v_item.wallet end;
      v_amount := v_amount || v_item.amount;
      v_kind := v_kind || case p_action[i] when 'credit' then 'deposit' when 'suspend' then 'suspense' else 'suspense_release' end::ledger_kind;
    end if;
    if p_action[i] in ('credit', 'release') and v_item.coins > 0 then
      v_items := v_items || i;
      v_idem := v_idem || ledger_leg(p_deposit[i], 4);
      v_debit := v_debit || v_item.coin_house;
      v_credit := v_credit || v_item.coin;
      v_amount := v_amount || v_item.coins;
      v_kind := v_kind || 'coin_grant'::ledger_kind;
    end if;
  end loop;
  if cardinality(v_items) = 0 then return; end if;

  select * into v_applied from ledger_apply(
    p_member => p_member_accounts, p_house => p_house_accounts, p_idem => v_idem, p_debit => v_debit, p_credit => v_credit,
    p_amount => v_amount, p_kind => v_kind, p_at => p_at, p_group => v_items, p_skip_busy => p_skip_busy);
  for leg in 1 .. cardinality(v_items) loop
    if v_applied.o_status[leg] in (7, 8) then
      o_status[v_items[leg]] := 8;
    elsif v_applied.o_status[leg] > 0 then
      raise exception 'deposit % was not accepted by the ledger: %', p_deposit[v_items[leg]], v_applied.o_status[leg];
    elsif p_action[v_items[leg]] <> 'suspend' and v_kind[leg] <> 'coin_grant' then
      o_wallet_seq[v_items[leg]] := v_applied.o_credit_seq[leg];
    end if;
  end loop;
end $$;

-- Removes what was written of deposits whose wallet was busy: they run again, and must find no trace of this run.
create or replace function deposits_undo(p_deposits uuid[]) returns void
language plpgsql
as $$
begin
  delete from deposits_reference where deposit = any(p_deposits);
  delete from deposits_report where deposit = any(p_deposits);
  perform bankfeed_forget(p_deposits);
end $$;

revoke all on function deposits_book, deposits_undo from public;
grant execute on function deposits_book, deposits_undo to kapao_app;
