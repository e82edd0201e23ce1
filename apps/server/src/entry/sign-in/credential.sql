-- When a way in was made counts for what its operator may confirm, so that the process's clock does not decide it.
create or replace function sign_in_date_passkey() returns trigger language plpgsql as $$
begin
  new.created_at := now();
  return new;
end $$;
create or replace trigger sign_in_date_passkey before insert on sign_in_passkey
  for each row execute function sign_in_date_passkey();

create or replace function sign_in_date_password() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create or replace trigger sign_in_date_password before insert or update of password_hash, changed_at on sign_in_password
  for each row execute function sign_in_date_password();

-- A new way in reaches the open pages of its operator and of every owner.
create or replace function sign_in_notify() returns trigger language plpgsql as $$
begin
  perform core_console_hint('me', jsonb_build_object('operator', o.name)) from operators_operator o
    where o.disabled_at is null
      and (o.name = new.operator or exists (select from operators_role r where r.operator = o.name and r.role = 'owner'));
  return null;
end $$;
create or replace trigger sign_in_notify after insert on sign_in_notice for each row execute function sign_in_notify();
