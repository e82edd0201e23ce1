-- Whoever believes a message takes turns with all others of the same pot, so that many at once do not pass the
-- bound together.
create or replace function bankfeed_lock(p_pots text[]) returns void language plpgsql as $$
declare
  v_turn int;
begin
  for v_turn in select distinct hashtext(pot) from unnest(p_pots) as pot order by 1 loop
    perform pg_advisory_xact_lock(4011032, v_turn);
  end loop;
end $$;

-- Whether a deposit is still money of ours: its row is not there before the end of the commit that makes it.
create or replace function bankfeed_stands(p_deposit uuid) returns boolean language sql stable as $$
  select not exists (select from deposits_deposit d where d.id = p_deposit and d.state not in ('credited', 'suspended'))
$$;

-- Whether a deposit may be credited as things stand: nobody's message was all there was, the second source or a
-- person knows it, or it is within the bound together with what else is credited on messages alone, and then it
-- is counted. Once the second source has said no to one message of a channel nothing more is credited on the
-- word of that channel. To be asked behind `bankfeed_lock` only.
create or replace function bankfeed_trusts(p_deposit uuid, p_at timestamptz) returns boolean language plpgsql as $$
declare
  w bankfeed_word;
  v_sum bigint;
begin
  select * into w from bankfeed_word where deposit = p_deposit;
  if not found or w.trusted_at is not null or w.shown_at is not null or w.decided_at is not null then return true; end if;
  if w.is_blind then
    select coalesce(sum(o.amount), 0) into v_sum from bankfeed_word o
      where o.pot = w.pot and o.is_blind and o.trusted_at > p_at - interval '1 day' and bankfeed_stands(o.deposit);
  else
    if exists (
      select from bankfeed_word o where o.channel = w.channel and o.denied_at is not null and o.shown_at is null and o.decided_at is null
        and bankfeed_stands(o.deposit)) then
      return false;
    end if;
    select coalesce(sum(o.amount), 0) into v_sum from bankfeed_word o
      where o.pot = w.pot and o.trusted_at is not null and o.shown_at is null and o.decided_at is null and not o.is_blind
        and bankfeed_stands(o.deposit);
  end if;
  if v_sum + w.amount > w.bound then return false; end if;
  update bankfeed_word set trusted_at = p_at where deposit = p_deposit;
  return true;
end $$;

-- The second source knows it, by a line that has shown no other deposit. True where it was not known before.
create or replace function bankfeed_show(p_deposit uuid, p_by text, p_at timestamptz) returns boolean language plpgsql as $$
begin
  update bankfeed_word set shown_at = p_at, shown_by = p_by where deposit = p_deposit and shown_at is null;
  return found;
exception when unique_violation then
  return false;
end $$;

-- Whether the bank tells of money that may be this: what it says itself of the transfer speaks of another
-- payer, or one alike waits, since clocks and phones are minutes off. Then a person looks, and nobody's secret
-- is doubted.
create or replace function bankfeed_in_doubt(p_deposit uuid) returns boolean language sql stable as $$
  select exists (
      select from deposits_sighting s where s.deposit = d.id and s.event_id like 'statement:%' and not s.differs)
    or exists (
      select from deposits_deposit x join deposits_sighting s on s.deposit = x.id
      where x.house_account = d.house_account and x.amount = d.amount and x.id <> d.id
        and x.state = 'suspended' and x.why::text in ('alike', 'repeated') and s.event_id like 'statement:%'
        and x.paid_at > d.paid_at - interval '12 hours' and x.paid_at < d.paid_at + interval '12 hours')
  from deposits_deposit d where d.id = p_deposit
$$;

-- Whether money of this member was credited on a message alone, and the statement of its bank does not show it yet.
create or replace function bankfeed_unproven(p_member text) returns boolean language sql stable as $$
  select exists (
    select from bankfeed_word w join deposits_deposit d on d.id = w.deposit
    where w.trusted_at is not null and w.shown_at is null and w.decided_at is null and not w.is_blind
      and d.member_id = p_member and d.state = 'credited')
$$;

revoke all on function bankfeed_lock, bankfeed_stands, bankfeed_trusts, bankfeed_show, bankfeed_in_doubt,
  bankfeed_unproven from public;
grant execute on function bankfeed_lock, bankfeed_stands, bankfeed_trusts, bankfeed_show, bankfeed_in_doubt,
  bankfeed_unproven to kapao_app;
