-- Pictures of bank slips that members upload: the text read on each, the bank's answer about it, and its result.

-- Numbers a member's slips without gaps, so that any page of the list is a range of numbers.
create table slips_counter (
  member_id text collate "C" primary key,
  seq       bigint not null default 0
) with (fillfactor = 50);
grant select, insert, update on slips_counter to kapao_app;

-- waiting: to be read, or the bank has not answered yet. paying: accepted; the deposit is being settled. The other two
-- are final.
create type slips_state as enum ('waiting', 'paying', 'credited', 'refused');

create table slips_slip (
  id            uuid        primary key,
  reference     text        collate "C" not null unique,
  member_id     text        collate "C" not null,
  seq           bigint      not null,
  state         slips_state not null,
  note          text        check (note in ('UPLOADED_FILE_NOT_EXIST', 'IMG_SIZE_UNABLE_TO_PROCESS', 'CANNOT_READ_CROPPED_IMAGE',
                              'DEST_ACC_INVALID', 'SLIP_REFNO_DUPLICATED', 'UNSTABLE_REFNO_ON_SLIP', 'TRIPPLE_WRONG_CAPTCHA',
                              'INVALID_SLIP', 'NOT_MATCH', 'EXPIRED_SLIP', 'UNKNOW_ERROR')),
  currency      ledger_currency not null,
  -- The file as uploaded, before checks; null once it has been rewritten as the picture.
  incoming      text,
  -- The file for members and operators; null before it was made and after it has expired.
  picture       text        unique,
  picture_name  text        not null,
  -- The text of the QR code; null when there is none, or it has not been read yet.
  payload       text,
  sending_bank  text,
  trans_ref     text,
  -- The bank's figure, never the member's.
  amount        bigint      check (amount > 0),
  -- {party, paidAt, payer} of a slip that is being paid, so that the bank need not be queried again.
  arrival       jsonb,
  deposit       uuid,
  tries         int         not null default 0,
  why           text,
  uploaded_at   timestamptz not null,
  next_at       timestamptz not null,
  ended_at      timestamptz,
  constraint slips_slip_numbered unique (member_id, seq),
  check ((ended_at is not null) = (state in ('credited', 'refused'))),
  check ((note is not null) = (state = 'refused')),
  check (state <> 'credited' or amount is not null)
) with (fillfactor = 80);
-- A member shows a transfer at most once at a time.
create unique index slips_slip_shown on slips_slip (member_id, sending_bank, trans_ref) where state <> 'refused' and trans_ref is not null;
create index slips_slip_due on slips_slip (next_at) where state in ('waiting', 'paying');
create index slips_slip_kept on slips_slip (uploaded_at) where picture is not null;
-- One transfer pays once. Several slips of one transfer may be checked concurrently: settling credits one of their
-- members, and the others are refused then.
create unique index slips_slip_credited on slips_slip (sending_bank, trans_ref) where state = 'credited';
-- Finds whether a deposit already has its slip: a code names the sending bank, and its uploader can write any bank
-- into it.
create index slips_slip_deposit on slips_slip (deposit) where state = 'credited';
grant select, insert, update on slips_slip to kapao_app;
