-- Withdrawals look at when the bank account last changed.
alter table account_member add column bank_changed_at timestamptz;
