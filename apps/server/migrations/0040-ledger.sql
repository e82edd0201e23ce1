-- A member's account of kind `forfeit` holds what is being given up while a bonus ends; zero when none does.
create or replace function ledger_account_has_side() returns trigger language plpgsql as $$
begin
  if new.owner is null then
    if new.kind not in ('bank', 'gateway', 'giftlink', 'payout', 'provider', 'suspense', 'bonus', 'promotion', 'invite', 'refund',
                        'prize', 'forfeit', 'coin', 'opening') then
      raise exception 'the house has no account of kind %', new.kind using errcode = '23514', constraint = 'ledger_account_side';
    end if;
  elsif new.kind not in ('wallet', 'coin', 'game', 'transfer', 'withdrawal', 'forfeit') or new.floor is distinct from 0 then
    raise exception 'a member has no account of kind % with floor %', new.kind, new.floor using errcode = '23514', constraint = 'ledger_account_side';
  end if;
  return new;
end $$;
