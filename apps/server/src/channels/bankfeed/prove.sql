-- Serializes all who credit on a message in the same pots, so that concurrent messages cannot exceed the bound
-- together.
create or replace function bankfeed_lock(p_pots text[]) returns void language plpgsql as $$
declare
  v_turn int;
begin
  for v_turn in select distinct hashtext(pot) from unnest(p_pots) as pot order by 1 loop
    perform pg_advisory_xact_lock(4011032, v_turn);
  end loop;
end $$;

-- Whether this amount may be credited on a message alone: within the bound, together with the rest of its pot, and
-- not once the second source has denied a message of this channel. Callers must hold `bankfeed_lock`. Deposits that
-- no longer stand are excluded (bankfeed_standing) only if the plain sum exceeds the bound: without them the sum is
-- smaller.
create or replace function bankfeed_within(
  p_channel deposits_channel, p_pot text, p_amount bigint, p_bound bigint, p_blind boolean, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  v_free bigint := p_bound - p_amount;
begin
  if p_blind then
    return (select coalesce(sum(o.amount), 0) from bankfeed_claim o
        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 day') <= v_free
      or (select coalesce(sum(o.amount), 0) from bankfeed_standing o
        where o.pot = p_pot and o.is_blind and o.trusted_at > p_at - interval '1 day') <= v_free;
  end if;
  if exists (
    select from bankfeed_standing o
    where o.channel = p_channel and o.denied_at is not null and o.shown_at is null and o.decided_at is null) then
    return false;
  end if;
  return (select coalesce(sum(o.amount), 0) from bankfeed_claim o
      where o.pot = p_pot and o.trusted_at is not null and o.shown_at is null and o.decided_at is null and not o.is_blind) <= v_free
    or (select coalesce(sum(o.amount), 0) from bankfeed_standing o
      where o.pot = p_pot and o.trusted_at is not null and o.shown_at is null and o.decided_at is null and not o.is_blind) <= v_free;
end $$;

-- Records a deposit that a message alone reports, as trusted if it is to be credited and is within the bound. Returns
-- whether it is.
create or replace function bankfeed_record(
  p_deposit uuid, p_channel deposits_channel, p_pot text, p_amount bigint, p_currency ledger_currency, p_bound bigint,
  p_blind boolean, p_credit boolean, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  v_trusted boolean := p_credit and bankfeed_within(p_channel, p_pot, p_amount, p_bound, p_blind, p_at);
begin
  insert into bankfeed_claim (deposit, channel, pot, amount, currency, bound, is_blind, reported_at, trusted_at)
    values (p_deposit, p_channel, p_pot, p_amount, p_currency, p_bound, p_blind, p_at, case when v_trusted then p_at end);
  return v_trusted;
end $$;

-- An operator has decided the deposit: it rests on a message no more.
create or replace function bankfeed_decide(p_deposit uuid, p_at timestamptz) returns void language sql as $$
  update bankfeed_claim set decided_at = p_at where deposit = p_deposit and decided_at is null
$$;

-- Removes what a batch has recorded of deposits that it could not settle.
create or replace function bankfeed_forget(p_deposits uuid[]) returns void language sql as $$
  delete from bankfeed_claim where deposit = any(p_deposits)
$$;

-- Whether a waiting deposit may be credited: it does not rest on a message alone, the second source or an operator
-- has confirmed it, or it is within the bound, and then it is counted.
create or replace function bankfeed_trusts(p_deposit uuid, p_at timestamptz) returns boolean language plpgsql as $$
declare
  w bankfeed_claim;
begin
  select * into w from bankfeed_claim where deposit = p_deposit;
  if not found or w.trusted_at is not null or w.shown_at is not null or w.decided_at is not null then return true; end if;
  if not bankfeed_within(w.channel, w.pot, w.amount, w.bound, w.is_blind, p_at) then return false; end if;
  update bankfeed_claim set trusted_at = p_at where deposit = p_deposit;
  return true;
end $$;

-- Marks a deposit as shown by a line that has shown no other deposit. True if it was not shown before.
create or replace function bankfeed_show(p_deposit uuid, p_by text, p_at timestamptz) returns boolean language plpgsql as $$
begin
  update bankfeed_claim set shown_at = p_at, shown_by = p_by where deposit = p_deposit and shown_at is null;
  return found;
exception when unique_violation then
  return false;
end $$;

-- Whether the bank shows money that may be this deposit: its own line names another payer, or a similar deposit
-- waits, since clocks and phones are minutes off. Then an operator decides, and no secret is doubted.
create or replace function bankfeed_in_doubt(p_deposit uuid) returns boolean language sql stable as $$
  select exists (
      select from deposits_report s where s.deposit = d.id and s.event_id like 'statement:%' and not s.differs)
    or exists (
      select from deposits_deposit x join deposits_report s on s.deposit = x.id
      where x.house_account = d.house_account and x.amount = d.amount and x.id <> d.id
        and x.state = 'suspended' and x.why::text in ('alike', 'repeated') and s.event_id like 'statement:%'
        and x.paid_at > d.paid_at - interval '12 hours' and x.paid_at < d.paid_at + interval '12 hours')
  from deposits_deposit d where d.id = p_deposit
$$;

-- Whether money of this member was credited on a message alone and the statement of its bank does not show it yet.
create or replace function bankfeed_unproven(p_member text) returns boolean language sql stable as $$
  select exists (
    select from bankfeed_claim w join deposits_deposit d on d.id = w.deposit
    where w.trusted_at is not null and w.shown_at is null and w.decided_at is null and not w.is_blind
      and d.member_id = p_member and d.state = 'credited')
$$;

revoke all on function bankfeed_lock, bankfeed_within, bankfeed_record, bankfeed_decide, bankfeed_forget,
  bankfeed_trusts, bankfeed_show, bankfeed_in_doubt, bankfeed_unproven from public;
grant execute on function bankfeed_lock, bankfeed_within, bankfeed_record, bankfeed_decide, bankfeed_forget,
  bankfeed_trusts, bankfeed_show, bankfeed_in_doubt, bankfeed_unproven to kapao_app;
