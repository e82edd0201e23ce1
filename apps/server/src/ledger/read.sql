-- The balance and seq of an account at an instant, by binary search in its numbered movements.
create or replace function ledger_balance_at(p_account bigint, p_at timestamptz, out seq bigint, out balance bigint)
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  v record;
begin
  select a.seq into high from ledger_account a where a.id = p_account;
  seq := 0;
  balance := 0;
  while low < high loop
    middle := (low + high + 1) / 2;
    select m.created_at, m.debit_balance as balance into v from ledger_movement m where m.debit = p_account and m.debit_seq = middle;
    if not found then
      select m.created_at, m.credit_balance as balance into v from ledger_movement m where m.credit = p_account and m.credit_seq = middle;
    end if;
    if v.created_at <= p_at then
      low := middle;
      seq := middle;
      balance := v.balance;
    else
      high := middle - 1;
    end if;
  end loop;
end $$;

-- A member's play in one currency after one moment and up to another: losses, wins, and how much of the losses came
-- back exactly, one win per loss. Small stakes come back by chance; only those of at least a twentieth of all losses
-- count.
create or replace function ledger_play(
  p_owner text, p_currency ledger_currency, p_after timestamptz, p_upto timestamptz,
  out lost bigint, out won bigint, out returned bigint
)
language sql stable as $$
  with result as (
    select m.amount, m.is_lost
    from ledger_account a, lateral (select (ledger_balance_at(a.id, p_after)).seq as seq) s, lateral (
      select amount, true as is_lost, created_at from ledger_movement
        where debit = a.id and debit_seq > s.seq and kind = 'play_result'
      union all
      select amount, false, created_at from ledger_movement
        where credit = a.id and credit_seq > s.seq and kind = 'play_result') m
    where a.owner = p_owner and a.kind = 'game' and a.currency = p_currency and m.created_at <= p_upto
  ),
  summed as (
    select coalesce(sum(amount) filter (where is_lost), 0)::bigint as lost,
           coalesce(sum(amount) filter (where not is_lost), 0)::bigint as won from result
  )
  select s.lost, s.won, coalesce((
    select sum(a.amount * a.pairs) from (
      select amount, least(count(*) filter (where is_lost), count(*) filter (where not is_lost)) as pairs
      from result group by amount) a where a.amount * 20 >= s.lost), 0)::bigint
  from summed s
$$;

revoke all on function ledger_play from public;
grant execute on function ledger_play to kapao_app;
