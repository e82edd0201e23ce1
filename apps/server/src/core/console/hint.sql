-- Tells the pages of all consoles, when the transaction commits, what to ask for again. It names a thing and never says
-- what has changed, and everybody with the right to see it gets it. A rare event: each notice takes a lock at commit.
create or replace function core_console_hint(p_name text, p_hint jsonb) returns void language sql as $$
  select pg_notify('core_console_hint', jsonb_build_object('name', p_name, 'hint', p_hint)::text)
$$;

revoke all on function core_console_hint from public;
grant execute on function core_console_hint to kapao_app;
