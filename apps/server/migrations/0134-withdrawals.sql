-- Who may approve is judged by the clock of the database alone. When a person was added, when a withdrawal was asked for and what time it is
-- now were told by three machines, one of which is in the hands of whoever wants to approve.
alter table withdrawals_withdrawal add column noted_at timestamptz not null default now();
update withdrawals_withdrawal set noted_at = least(created_at, now()) where ended_at is null;

create or replace function withdrawals_approval_guard() returns trigger language plpgsql as $$
declare
  v_asked timestamptz;
  v_needed int;
  v_member text;
begin
  -- Locked, so that two who approve at once see each other.
  select w.noted_at, w.approvals_needed, w.member_id into v_asked, v_needed, v_member
    from withdrawals_withdrawal w where w.id = new.withdrawal for no key update;
  -- Whoever has moved money to a member by their word alone lets none of it out: another one has to, or has to have read what they did.
  if not confirm_is_alone() and exists (
    select from review_act r
    where r.member_id = v_member and r.actor = new.operator and r.second is null and r.ticked_by is null
      and r.at > now() - interval '24 hours'
  ) then
    raise exception '% has moved money of this member', new.operator using errcode = 'KW007';
  end if;
  if v_needed < 2 then return new; end if;
  if not exists (select from operators_operator o where 'operator:' || o.name = new.operator and o.added_at <= v_asked) then
    raise exception '% was not there when this withdrawal was asked for', new.operator using errcode = 'KW004';
  end if;
  if exists (
    select from withdrawals_approval a
    where a.withdrawal = new.withdrawal
      and (a.operator in (select operators_behind(new.operator)) or new.operator in (select operators_behind(a.operator)))
  ) then
    raise exception '% stands behind, or is behind, whoever has approved it', new.operator using errcode = 'KW005';
  end if;
  return new;
end $$;

-- What an operator has changed the bank account of is not paid by itself within a day, and not by the word of that operator either.
create function withdrawals_touched() returns trigger language plpgsql as $$
begin
  if new.approvals_needed = 0 and exists (
    select from review_act r
    where r.member_id = new.member_id and r.action = 'account.changeBank' and r.at > now() - interval '24 hours'
  ) then
    new.approvals_needed := 1;
    if new.state = 'approved' then
      new.state := 'held';
      new.approved_at := null;
    end if;
  end if;
  return new;
end $$;
create trigger withdrawals_touched before insert on withdrawals_withdrawal for each row execute function withdrawals_touched();
