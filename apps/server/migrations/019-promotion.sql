-- Promotion codes, and which member has received which.

create table promotion_code (
  -- In the form used for comparison: without blanks, in capitals.
  code        text        primary key check (code = upper(code) and code !~ '\s' and length(code) between 1 and 64),
  -- {th, la, en}
  description jsonb       not null,
  quota       int         check (quota >= 0),
  given       int         not null default 0 check (given >= 0),
  terms       jsonb       not null,
  is_on       boolean     not null,
  starts_at   timestamptz,
  ends_at     timestamptz check (ends_at > starts_at),
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check (given <= quota)
);
grant select, insert on promotion_code to kapao_app;
grant update (description, quota, given, terms, is_on, starts_at, ends_at, updated_at) on promotion_code to
  kapao_app;

-- I26: once per member.
create table promotion_receipt (
  member_id  text        collate "C" not null,
  code       text        not null references promotion_code,
  held       uuid        not null,
  created_at timestamptz not null,
  primary key (member_id, code)
);
grant select, insert on promotion_receipt to kapao_app;
