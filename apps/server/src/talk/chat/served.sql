-- Notes when staff were asked into a session of a talk, and when they first answered.
create or replace function chat_note_served() returns trigger language plpgsql as $$
begin
  if new.state = 'waiting' then
    insert into chat_served (owner, session, waiting_at) values (new.owner, new.session, new.waiting_since)
      on conflict do nothing;
  else
    -- Staff may write first, which nobody waited for.
    insert into chat_served (owner, session, waiting_at, answered_at)
      values (new.owner, new.session, new.last_at, new.last_at)
      on conflict (owner, session) do update set answered_at = coalesce(chat_served.answered_at, excluded.answered_at);
  end if;
  return null;
end $$;
create or replace trigger chat_note_served after update on chat_conversation for each row
  when (new.state <> 'menu' and (old.state is distinct from new.state or old.session is distinct from new.session))
  execute function chat_note_served();
