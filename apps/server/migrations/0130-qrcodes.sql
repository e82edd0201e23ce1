-- Whoever had a gateway's webhook secret had its money: what was signed was credited, and nobody asked. Now the gateway is asked, before
-- the credit where it answers at once. Where it does not, so much may be credited on its word alone, until it has said it when asked.

-- trusted_at: booked on the webhook's word. denied_at: since when the gateway, asked, knows nothing of it. asks_on: booked or given to
-- people, and asked about all the same. What is trusted and not confirmed is unproven: it counts to the bound, and its member is paid
-- nothing out meanwhile.
alter table qrcodes_payment
  add column trusted_at timestamptz,
  add column denied_at  timestamptz,
  add column asks_on    boolean not null default false;

create index qrcodes_payment_unproven on qrcodes_payment (provider) where trusted_at is not null and not is_confirmed;
create index qrcodes_payment_denied on qrcodes_payment (provider) where denied_at is not null and not is_confirmed;
create index qrcodes_payment_asked on qrcodes_payment (provider, next_at) where asks_on and state in ('settled', 'exception');
-- Comparisons go by our own time, too: whoever tells of a payment chooses the other one.
create index qrcodes_payment_noted on qrcodes_payment (provider, created_at);

-- Whether money of this member was credited on a webhook's word alone and is not confirmed.
create function qrcodes_unproven(p_member text) returns boolean language sql stable as $$
  select exists (
    select from qrcodes_payment p join qrcodes_code c on c.id = p.code
    where p.trusted_at is not null and not p.is_confirmed and c.member_id = p_member)
$$;

-- Whether the deposit that came of a payment is in its member's wallet, or may still get there.
create function qrcodes_stands(p_deposit uuid) returns boolean language sql stable as $$
  select exists (select from deposits_deposit d where d.id = p_deposit and d.state in ('credited', 'suspended'))
$$;

-- Nothing leaves for a bank account meanwhile, whoever asks: what a forged message has brought stays where it can be taken back.
create function withdrawals_unproven() returns trigger language plpgsql as $$
begin
  if qrcodes_unproven(new.member_id) then
    raise exception 'a payment of the member of this withdrawal is not confirmed by its gateway' using errcode = 'KW017';
  end if;
  return new;
end $$;
create trigger withdrawals_unproven before update of state on withdrawals_withdrawal
  for each row when (new.state = 'sent' and old.state is distinct from 'sent') execute function withdrawals_unproven();

revoke all on function qrcodes_unproven, qrcodes_stands, withdrawals_unproven from public;
grant execute on function qrcodes_unproven, qrcodes_stands to kapao_app;
