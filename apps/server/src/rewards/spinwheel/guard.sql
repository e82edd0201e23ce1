-- Independent of the server's code: a coupon ends once, and never reopens.
create or replace function spinwheel_coupon_guard() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'a coupon that is % cannot change', old.state using errcode = 'KS001';
  end if;
  return new;
end $$;
create or replace trigger spinwheel_coupon_guard before update on spinwheel_coupon for each row execute function spinwheel_coupon_guard();

-- A promise counts up by one spin at a time and is closed once.
create or replace function spinwheel_seed_guard() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null or new.nonce not in (old.nonce, old.nonce + 1) then
    raise exception 'a promise that was shown cannot be changed' using errcode = 'KS002';
  end if;
  return new;
end $$;
create or replace trigger spinwheel_seed_guard before update on spinwheel_seed for each row execute function spinwheel_seed_guard();
