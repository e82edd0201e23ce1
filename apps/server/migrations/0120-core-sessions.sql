-- A member has a bounded number of sessions: whoever logs in once more ends the one that was unused for longest.
alter table core_session drop constraint core_session_revoked_why_check;
alter table core_session add constraint core_session_revoked_why_check
  check (revoked_why in ('logout', 'password', 'deactivated', 'operator', 'newer'));

-- For removing what one member has left behind, which is bounded, too.
create index core_session_ended on core_session (member_id, revoked_at) where revoked_at is not null;
