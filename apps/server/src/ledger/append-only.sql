-- The ledger is append-only for every role.
create or replace function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'KP001';
end $$;
create or replace trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
  for each statement execute function ledger_refuse_change();
create or replace trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function ledger_refuse_change();
create or replace trigger ledger_seal_chunk_append_only before update or delete or truncate on ledger_seal_chunk
  for each statement execute function ledger_refuse_change();
create or replace trigger ledger_account_kept before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();
create or replace trigger ledger_head_append_only before update or delete or truncate on ledger_head
  for each statement execute function ledger_refuse_change();
