-- What operators may do at the console. What a role allows is a table of the contract (roles.ts).
create table operators_role (
  operator text        not null references operators_operator (name),
  role     text        not null check (role in ('cashier', 'support', 'marketing', 'risk', 'owner')),
  given_by text        not null,
  given_at timestamptz not null default now(),
  primary key (operator, role)
);
grant select, insert, delete on operators_role to kapao_app;

-- A house that had operators before it had a console: its first one owns it, or else whoever has been there longest.
insert into operators_role (operator, role, given_by)
  select name, 'owner', 'system:migrate' from operators_operator
  where disabled_at is null
  order by created_by = 'system:bootstrap' desc, added_at, name limit 1;
