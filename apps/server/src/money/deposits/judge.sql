-- Whether an arrival may be credited as far as its reason to wait goes: it has none, or only waits for its member.
create or replace function deposits_may_credit(p_why deposits_why) returns boolean language sql immutable as $$
  select coalesce(p_why in ('bonus', 'inactive'), true);
$$;

-- Judges one arrival beside the deposit that it was found to be, null if there was none. A new one is credited or
-- suspended; one that waits is released, claimed for its member, or left as it is; an operator's match is final.
-- Returns the arrival's reason to wait and its text for the statement as they are now, and whether it contradicts what
-- was booked. Called by deposits_settle alone, under its locks and with its way of planning.
create or replace function deposits_judge(
  p_arrival deposits_arrival, p_deposit deposits_deposit, p_account bigint, p_member text, p_at timestamptz,
  out o_action text, out o_why deposits_why, out o_about jsonb, out o_differs boolean
)
language plpgsql
as $$
declare
  v_may_credit boolean;
begin
  o_action := 'none';
  o_why := p_arrival.why;
  o_about := p_arrival.about;
  o_differs := false;

  if p_deposit.id is null then
    -- An SMS whose text came before under another id may be an honest second transfer or a repeat: an operator
    -- decides.
    if p_arrival.channel = 'sms' and o_why is null and p_arrival.event like '%:%' and exists (
         select from deposits_report s where s.channel = 'sms' and s.event_id >= split_part(p_arrival.event, ':', 1) || ':'
           and s.event_id < split_part(p_arrival.event, ':', 1) || ';') then
      o_why := 'repeated';
    end if;
    if deposits_may_credit(o_why) and deposits_doubt(p_arrival, p_deposit, p_account, p_member) then
      o_why := 'alike';
      o_about := null;
    end if;
    if p_arrival.trust_pot is not null then
      v_may_credit := deposits_may_credit(o_why);
      if not bankfeed_record(
           p_deposit => p_arrival.id, p_channel => p_arrival.channel, p_pot => p_arrival.trust_pot, p_amount => p_arrival.amount,
           p_currency => p_arrival.currency, p_bound => p_arrival.trust_max, p_blind => p_arrival.trust_blind,
           p_credit => v_may_credit, p_at => p_at) and v_may_credit then
        o_why := 'unconfirmed';
        o_about := p_arrival.checking;
      end if;
    end if;
    o_action := case when o_why is null then 'credit' else 'suspend' end;
    return;
  end if;

  o_differs := (p_deposit.amount, p_deposit.currency, p_deposit.house_account)
    is distinct from (p_arrival.amount, p_arrival.currency, p_account);
  if p_member is null or o_differs then return; end if;
  -- The slip service knows the transfer, which makes it a second source.
  if p_deposit.state in ('credited', 'suspended') and p_arrival.channel = 'slip' and deposits_may_credit(o_why)
     and coalesce(p_deposit.member_id = p_member, true) then
    perform bankfeed_show(p_deposit.id, 'slip:' || p_arrival.event, p_at);
  end if;
  if p_deposit.state <> 'suspended' then return; end if;
  if not p_arrival.force then
    if p_deposit.member_id <> p_member then return; end if;
    if not (p_deposit.why in ('unknown-payer', 'unproven-payer', 'ambiguous', 'unknown-member', 'bonus', 'inactive', 'alike', 'unconfirmed', 'message')
            -- A text that may have been sent twice is trusted once the transfer itself is named.
            or p_deposit.why = 'repeated' and cardinality(p_arrival.refs) > 0) then
      return;
    end if;
    -- A deposit that waits only for its member was judged when it arrived.
    if deposits_may_credit(o_why) and not deposits_may_credit(p_deposit.why)
       and deposits_doubt(p_arrival, p_deposit, p_account, p_member) then
      o_why := 'alike';
      o_about := null;
    end if;
    if deposits_may_credit(o_why) and not bankfeed_trusts(p_deposit.id, p_at) then
      o_why := 'unconfirmed';
      o_about := p_arrival.checking;
    end if;
  end if;
  if o_why is null then
    o_action := 'release';
  elsif p_deposit.member_id is null or p_arrival.force or 'unconfirmed' in (p_deposit.why, o_why) and p_deposit.why <> o_why then
    o_action := 'claim';
  end if;
  if p_arrival.force and o_action <> 'none' then
    perform bankfeed_decide(p_deposit.id, p_at);
  end if;
end $$;

revoke all on function deposits_may_credit, deposits_judge from public;
grant execute on function deposits_may_credit, deposits_judge to kapao_app;
