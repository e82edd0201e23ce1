-- Who of some members is under a condition now. Asked under their locks by what must not slip past one that is just being given;
-- volatile, so that it sees what was committed while it waited for them.
create function bonus_holders(p_members text[]) returns text[]
language sql volatile
as $$
  select coalesce(array_agg(member_id), '{}') from bonus_held where member_id = any (p_members) and state <> 'ended';
$$;

revoke all on function bonus_holders from public;
grant execute on function bonus_holders to kapao_app;
