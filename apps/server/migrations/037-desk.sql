-- What the console remembers of work: who has an item open, and which decisions were sent.

-- Whoever opens an item has it for some minutes; others see by whom. Deciding needs no row here.
create table desk_taken (
  kind  text        not null,
  id    text        collate "C" not null,
  by    text        not null,
  until timestamptz not null,
  primary key (kind, id)
);
create index desk_taken_until on desk_taken (until);
grant select, insert, update, delete on desk_taken to kapao_app;

-- A decision under the key of its page, so that it counts once however often it is sent. What it did is in the audit
-- trail under its request, also where the process died before it wrote down the outcome.
create table desk_decision (
  operator    text        not null,
  key         text        collate "C" not null,
  fingerprint bytea       not null check (length(fingerprint) = 32),
  request_id  text        not null,
  begun_at    timestamptz not null,
  -- Until then a process is believed to be at it.
  doing_until timestamptz not null,
  outcome     jsonb,
  primary key (operator, key),
  check (outcome is null or jsonb_typeof(outcome) = 'object')
);
create index desk_decision_age on desk_decision (begun_at);
grant select, insert, update, delete on desk_decision to kapao_app;

-- What an operator's command has done is found by its request.
create index core_audit_command on core_audit (request_id) where starts_with(actor, 'operator:');

-- Whose turn it is to do what was confirmed. A turn ends by itself, so that nothing is held while it is done.
alter table confirm_request add column doing int not null default 0, add column doing_until timestamptz;
grant update (doing, doing_until) on confirm_request to kapao_app;
create index confirm_request_desk on confirm_request (date_trunc('milliseconds', asked_at at time zone 'UTC'), id)
  where state = 'waits' or (state = 'confirmed' and done_at is null);

-- When an operator has cleared up a report that contradicts what was booked.
alter table deposits_report add column seen_at timestamptz, add column seen_by text;
create index deposits_report_desk on deposits_report (created_at, channel, event_id)
  where (differs or other_payer) and seen_at is null;

-- Lists of work go on by time and id.
create index deposits_request_sum on deposits_request (currency, amount) where state = 'open';
create index qrcodes_payment_desk on qrcodes_payment (created_at, (provider || ':' || payment))
  where state = 'exception' or state = 'settled' and trusted_at is not null and not is_confirmed;
create index items_item_desk on items_item (since, id) where decision is null;
create index review_act_desk on review_act (date_trunc('milliseconds', at at time zone 'UTC'), id)
  where second is null and ticked_by is null;
