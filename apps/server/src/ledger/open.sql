-- Kinds are validated when an account is opened or renamed; a check constraint would be evaluated at every movement. A
-- member's account of kind `forfeit` holds money that is forfeited while a bonus ends; it is zero when none is ending.
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
create or replace trigger ledger_account_has_side before insert or update of owner, kind, floor on ledger_account
  for each row execute function ledger_account_has_side();

-- Opens accounts that are not open yet and answers their ids in the requested order.
create or replace function ledger_open(p_owner text[], p_kind text[], p_party text[], p_currency ledger_currency[])
returns bigint[]
language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ids bigint[];
begin
  insert into ledger_account (owner, kind, party, currency, floor)
    select owner, kind, party, currency, case when owner is not null or kind = 'suspense' then 0 end
    from unnest(p_owner, p_kind, p_party, p_currency) as wanted (owner, kind, party, currency)
    -- The same order everywhere, so that two callers who open the same accounts cannot deadlock.
    order by owner, kind, party, currency
    on conflict on constraint ledger_account_name do nothing;
  select array_agg(
           case when wanted.owner is null
             then (select a.id from ledger_account a where a.owner is null and a.kind = wanted.kind
                     and a.party = wanted.party and a.currency = wanted.currency)
             else (select a.id from ledger_account a where a.owner = wanted.owner and a.kind = wanted.kind
                     and a.party = wanted.party and a.currency = wanted.currency)
           end order by wanted.pos) into v_ids
    from unnest(p_owner, p_kind, p_party, p_currency) with ordinality as wanted (owner, kind, party, currency, pos);
  return v_ids;
end $$;

revoke all on function ledger_open from public;
grant execute on function ledger_open to kapao_app;
