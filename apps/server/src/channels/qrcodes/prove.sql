-- Whether money of this member was credited on a webhook alone and is not confirmed.
create or replace function qrcodes_unproven(p_member text) returns boolean language sql stable as $$
  select exists (
    select from qrcodes_payment p join qrcodes_code c on c.id = p.code
    where p.trusted_at is not null and not p.is_confirmed and c.member_id = p_member)
$$;

-- Whether the deposit of a payment is in its member's wallet, or may still get there.
create or replace function qrcodes_stands(p_deposit uuid) returns boolean language sql stable as $$
  select exists (select from deposits_deposit d where d.id = p_deposit and d.state in ('credited', 'suspended', 'refused'))
$$;

revoke all on function qrcodes_unproven, qrcodes_stands from public;
grant execute on function qrcodes_unproven, qrcodes_stands to kapao_app;
