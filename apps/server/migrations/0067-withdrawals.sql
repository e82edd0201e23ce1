-- Payouts that their bank sent back after it had told them as paid. The withdrawal has ended and stays as it was; the money goes back
-- to the wallet by an operation of its own.
create table withdrawals_bounce (
  withdrawal uuid        primary key references withdrawals_withdrawal,
  operation  uuid        not null unique,
  operator   text        not null,
  why        text        not null,
  at         timestamptz not null
);
grant select, insert on withdrawals_bounce to kapao_app;
