-- Who only looks at the books may look at these and at nothing else: no passwords, no sessions, no keys, no coming draws.
grant select on ledger_account, ledger_movement, ledger_seal, ledger_seal_chunk to kapao_reader;
grant select on statement_row, core_audit to kapao_reader;
