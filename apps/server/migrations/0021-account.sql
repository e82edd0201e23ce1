-- Banks tell the last four to six digits of whoever has paid, some without their bank.
create index account_member_bank_tail on account_member (right(bank_account_no, 4), bank_code);
