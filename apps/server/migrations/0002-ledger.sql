-- The ledger: two tables, one writer. docs/money.md is the map.
--
-- A movement takes `amount` from the account `debit` and gives it to the account `credit`, in one currency, so that an
-- unbalanced posting cannot be written. A balance is what an account has received less what it has given: members'
-- accounts are at or above their floor of zero, house accounts that stand for the outside world run below it.

create type ledger_currency as enum ('BAHT', 'LAK', 'COIN');

create type ledger_kind as enum (
  'opening',
  'deposit', 'suspense', 'suspense_release',
  'transfer_hold', 'transfer_settle', 'transfer_return',
  'withdrawal_hold', 'withdrawal_paid', 'withdrawal_return',
  'play_result',
  'bonus', 'promotion', 'invite', 'refund', 'prize', 'forfeit',
  'coin_grant', 'coin_spend',
  'correction'
);

create table ledger_account (
  id       bigint          generated always as identity primary key,
  -- The member whose account it is; null for the house.
  owner    text,
  kind     text            not null,
  -- The counterparty where a kind has several: a provider, a bank account, a gateway.
  party    text            not null default '',
  currency ledger_currency not null,
  -- Null: may go below zero.
  floor    bigint,
  balance  bigint          not null default 0,
  seq      bigint          not null default 0,
  constraint ledger_account_name unique nulls not distinct (owner, kind, party, currency),
  constraint ledger_account_floor check (floor is null or balance >= floor)
)
-- Room on each page for the next version of a row, so that an update touches no index.
with (fillfactor = 50);

-- Which kinds there are is asked when an account is opened or renamed; a check would be read again at every movement.
create function ledger_account_has_side() returns trigger language plpgsql as $$
begin
  if new.owner is null then
    if new.kind not in ('bank', 'gateway', 'giftlink', 'payout', 'provider', 'suspense', 'bonus', 'promotion', 'invite', 'refund',
                        'prize', 'forfeit', 'coin', 'opening') then
      raise exception 'the house has no account of kind %', new.kind using errcode = '23514', constraint = 'ledger_account_side';
    end if;
  elsif new.kind not in ('wallet', 'coin', 'game', 'transfer', 'withdrawal') or new.floor is distinct from 0 then
    raise exception 'a member has no account of kind % with floor %', new.kind, new.floor using errcode = '23514', constraint = 'ledger_account_side';
  end if;
  return new;
end $$;
create trigger ledger_account_has_side before insert or update of owner, kind, floor on ledger_account
  for each row execute function ledger_account_has_side();

create table ledger_movement (
  id             bigint      generated always as identity primary key,
  -- Chosen by the operation before anything happens; the same on every retry.
  idem           uuid        not null constraint ledger_movement_idem unique,
  debit          bigint      not null,
  credit         bigint      not null,
  amount         bigint      not null,
  debit_seq      bigint      not null,
  debit_balance  bigint      not null,
  credit_seq     bigint      not null,
  credit_balance bigint      not null,
  kind           ledger_kind not null,
  ref            text        not null default '',
  -- The movement that this one takes back.
  reverses       uuid,
  created_at     timestamptz not null,
  -- Hides the other fields of a sealed movement from whoever only knows its hash.
  salt           uuid        not null default gen_random_uuid(),
  constraint ledger_movement_amount check (amount > 0 and amount <= 100000000000000 and debit <> credit),
  constraint ledger_movement_debit unique (debit, debit_seq),
  constraint ledger_movement_credit unique (credit, credit_seq)
);
create unique index ledger_movement_reverses on ledger_movement (reverses) where reverses is not null;

create table ledger_seal (
  no        bigint      primary key,
  from_id   bigint      not null,
  upto_id   bigint      not null,
  movements bigint      not null,
  root      bytea       not null,
  chain     bytea       not null,
  sealed_at timestamptz not null
);

-- Roots of 1024 leaves each, so that a proof hashes one chunk and not a whole night.
create table ledger_seal_chunk (
  seal_no  bigint not null references ledger_seal,
  chunk_no bigint not null,
  first_id bigint not null,
  last_id  bigint not null,
  root     bytea  not null,
  primary key (seal_no, chunk_no)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'KP001';
end $$;
create trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
  for each statement execute function ledger_refuse_change();
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function ledger_refuse_change();
create trigger ledger_seal_chunk_append_only before update or delete or truncate on ledger_seal_chunk
  for each statement execute function ledger_refuse_change();
create trigger ledger_account_kept before delete or truncate on ledger_account
  for each statement execute function ledger_refuse_change();

-- Opens accounts that are not open yet and answers their ids in the order asked.
create function ledger_open(p_owner text[], p_kind text[], p_party text[], p_currency ledger_currency[])
returns bigint[]
language plpgsql security definer
set search_path = public, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_ids bigint[];
begin
  insert into ledger_account (owner, kind, party, currency, floor)
    select owner, kind, party, currency, case when owner is not null or kind = 'suspense' then 0 end
    from unnest(p_owner, p_kind, p_party, p_currency) as wanted (owner, kind, party, currency)
    -- The same order everywhere, so that two callers who open the same accounts cannot wait for each other.
    order by owner, kind, party, currency
    on conflict on constraint ledger_account_name do nothing;
  select array_agg(
           case when wanted.owner is null
             then (select a.id from ledger_account a where a.owner is null and a.kind = wanted.kind
                     and a.party = wanted.party and a.currency = wanted.currency)
             else (select a.id from ledger_account a where a.owner = wanted.owner and a.kind = wanted.kind
                     and a.party = wanted.party and a.currency = wanted.currency)
           end order by wanted.pos) into v_ids
    from unnest(p_owner, p_kind, p_party, p_currency) with ordinality as wanted (owner, kind, party, currency, pos);
  return v_ids;
end $$;

-- Moves money, and is the only thing that does. All movements of one call are decided in the order given and written
-- together. What becomes of each is told by its status:
--   0 done                  1 done before, same movement (nothing changed)     2 its id was used for another movement
--   3 not enough money      4 no such account, or on the wrong side            5 two currencies, or the same account twice
--   6 the account moved since `expect` was read                               7 another movement of its group fell
--   8 busy: someone else holds the member's account (only with p_skip_busy)   9 the amount, or what it reverses, is not valid
--
-- p_member and p_house are the accounts that take part, each sorted by id and without repeats; p_debit and p_credit are
-- positions in p_member || p_house. Locks are taken on members' accounts by id, then on the house's by id, in every call, so
-- that no two calls can wait for each other; the house's, which everybody shares, are held the shortest.
-- p_group gives neighbours that stand or fall together the same number. p_expect_debit and p_expect_credit (null: any) are
-- the seq that an account must still have.
create function ledger_apply(
  p_member bigint[],
  p_house bigint[],
  p_idem uuid[],
  p_debit int[],
  p_credit int[],
  p_amount bigint[],
  p_kind ledger_kind[],
  p_at timestamptz,
  p_ref text[] default null,
  p_group int[] default null,
  p_expect_debit bigint[] default null,
  p_expect_credit bigint[] default null,
  p_reverses uuid[] default null,
  p_skip_busy boolean default false,
  out o_status int[],
  out o_debit_seq bigint[],
  out o_debit_balance bigint[],
  out o_credit_seq bigint[],
  out o_credit_balance bigint[]
)
language plpgsql security definer
set search_path = public, pg_temp
-- Lookups here are always by key; a plan made while the tables were small must not read them whole later.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_count int := cardinality(p_idem);
  v_members int := cardinality(p_member);
  v_id bigint[];
  v_balance bigint[];
  v_seq bigint[];
  v_floor bigint[];
  v_currency ledger_currency[];
  h_id bigint[];
  h_balance bigint[];
  h_seq bigint[];
  h_floor bigint[];
  h_currency ledger_currency[];
  v_debit int[] := p_debit;
  v_credit int[] := p_credit;
  v_amount bigint[] := p_amount;
  v_debit_id bigint[] := p_amount;
  v_credit_id bigint[] := p_amount;
  v_missing int := case when p_skip_busy then 8 else 4 end;
  v_any_done boolean := false;
  v_group_start int := 1;
  v_group_status int;
  v_status int;
  v_found record;
  d int;
  c int;
  a bigint;
begin
  if v_count = 0 then return; end if;
  if cardinality(p_debit) <> v_count or cardinality(p_credit) <> v_count or cardinality(p_amount) <> v_count
     or cardinality(p_kind) <> v_count or cardinality(p_ref) <> v_count or cardinality(p_group) <> v_count
     or cardinality(p_expect_debit) <> v_count or cardinality(p_expect_credit) <> v_count or cardinality(p_reverses) <> v_count then
    raise exception 'ledger_apply: arrays of different lengths' using errcode = 'KP002';
  end if;
  if not isfinite(p_at) then
    raise exception 'ledger_apply: a movement has a moment' using errcode = 'KP002';
  end if;

  if p_skip_busy then
    select array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into v_id, v_balance, v_seq, v_floor, v_currency
      from (select * from ledger_account where id = any (p_member) and owner is not null
            order by id for no key update skip locked) as locked;
  else
    select array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into v_id, v_balance, v_seq, v_floor, v_currency
      from (select * from ledger_account where id = any (p_member) and owner is not null
            order by id for no key update) as locked;
  end if;
  if v_id is distinct from p_member then
    select l.id, l.balance, l.seq, l.floor, l.currency into v_id, v_balance, v_seq, v_floor, v_currency
      from ledger_align(p_member, v_id, v_balance, v_seq, v_floor, v_currency) as l;
  end if;

  if cardinality(p_house) > 0 then
    select array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into h_id, h_balance, h_seq, h_floor, h_currency
      from (select * from ledger_account where id = any (p_house) and owner is null
            order by id for no key update) as locked;
    if h_id is distinct from p_house then
      select l.id, l.balance, l.seq, l.floor, l.currency into h_id, h_balance, h_seq, h_floor, h_currency
        from ledger_align(p_house, h_id, h_balance, h_seq, h_floor, h_currency) as l;
    end if;
    v_id := v_id || h_id;
    v_balance := v_balance || h_balance;
    v_seq := v_seq || h_seq;
    v_floor := v_floor || h_floor;
    v_currency := v_currency || h_currency;
  end if;

  o_status := array_fill(0, array[v_count]);
  o_debit_seq := array_fill(0::bigint, array[v_count]);
  o_debit_balance := o_debit_seq;
  o_credit_seq := o_debit_seq;
  o_credit_balance := o_debit_seq;

  -- Asked only now: whoever did the same before held the same accounts, and has committed by the time we hold them.
  for v_found in
    select m.*, array_position(p_idem, m.idem) as pos from ledger_movement m where m.idem = any (p_idem)
  loop
    d := v_found.pos;
    if v_found.debit = v_id[v_debit[d]] and v_found.credit = v_id[v_credit[d]] and v_found.amount = v_amount[d]
       and v_found.kind = p_kind[d] and v_found.ref = coalesce(p_ref[d], '')
       and v_found.reverses is not distinct from p_reverses[d] then
      o_status[d] := 1;
      o_debit_seq[d] := v_found.debit_seq;
      o_debit_balance[d] := v_found.debit_balance;
      o_credit_seq[d] := v_found.credit_seq;
      o_credit_balance[d] := v_found.credit_balance;
    elsif v_id[v_debit[d]] is null or v_id[v_credit[d]] is null then
      o_status[d] := v_missing;
    else
      o_status[d] := 2;
    end if;
  end loop;

  for i in 1 .. v_count loop
    d := v_debit[i];
    c := v_credit[i];
    a := v_amount[i];
    v_status := o_status[i];

    if v_status = 0 then
      if v_id[d] is null or v_id[c] is null then
        v_status := v_missing;
      elsif d = c or v_currency[d] <> v_currency[c] then
        v_status := 5;
      elsif a is null or a <= 0 or a > 100000000000000 then
        v_status := 9;
      elsif p_expect_debit[i] <> v_seq[d] or p_expect_credit[i] <> v_seq[c] then
        v_status := 6;
      elsif p_reverses[i] is not null and not ledger_may_reverse(p_reverses[i], v_id[d], v_id[c], a) then
        v_status := 9;
      elsif v_balance[d] - a < v_floor[d] then
        v_status := 3;
      else
        v_balance[d] := v_balance[d] - a;
        v_balance[c] := v_balance[c] + a;
        v_seq[d] := v_seq[d] + 1;
        v_seq[c] := v_seq[c] + 1;
        v_debit_id[i] := v_id[d];
        v_credit_id[i] := v_id[c];
        o_debit_seq[i] := v_seq[d];
        o_debit_balance[i] := v_balance[d];
        o_credit_seq[i] := v_seq[c];
        o_credit_balance[i] := v_balance[c];
        v_any_done := true;
      end if;
      o_status[i] := v_status;
    end if;

    if p_group is not null and (i = v_count or p_group[i] <> p_group[i + 1]) then
      -- One that fell takes its group along; so does a group of which only a part was done before.
      v_group_status := 0;
      for j in v_group_start .. i loop
        if o_status[j] > 1 then
          v_group_status := 7;
        elsif o_status[j] <> o_status[v_group_start] then
          v_group_status := 2;
        end if;
        exit when v_group_status = 7;
      end loop;
      if v_group_status > 0 then
        for j in reverse i .. v_group_start loop
          if o_status[j] = 0 then
            v_balance[v_debit[j]] := v_balance[v_debit[j]] + v_amount[j];
            v_balance[v_credit[j]] := v_balance[v_credit[j]] - v_amount[j];
            v_seq[v_debit[j]] := v_seq[v_debit[j]] - 1;
            v_seq[v_credit[j]] := v_seq[v_credit[j]] - 1;
          end if;
          if o_status[j] < 2 then o_status[j] := v_group_status; end if;
        end loop;
      end if;
      v_group_start := i + 1;
    end if;
  end loop;

  if not v_any_done then return; end if;

  update ledger_account l set balance = u.balance, seq = u.seq
    from unnest(v_id, v_balance, v_seq) as u (id, balance, seq)
    where l.id = u.id and l.seq <> u.seq;

  insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance,
                               kind, ref, reverses, created_at)
    select u.idem, u.debit, u.credit, u.amount, u.debit_seq, u.debit_balance, u.credit_seq, u.credit_balance,
           u.kind, coalesce(u.ref, ''), u.reverses, p_at
    from unnest(p_idem, v_debit_id, v_credit_id, v_amount, o_debit_seq, o_debit_balance, o_credit_seq, o_credit_balance,
                p_kind, p_ref, p_reverses, o_status)
      as u (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance, kind, ref, reverses, status)
    where u.status = 0;
end $$;

-- Puts what was locked at the positions that were asked for; what was not found or not free leaves nulls.
create function ledger_align(
  p_wanted bigint[], p_id bigint[], p_balance bigint[], p_seq bigint[], p_floor bigint[], p_currency ledger_currency[],
  out id bigint[], out balance bigint[], out seq bigint[], out floor bigint[], out currency ledger_currency[]
)
language plpgsql as $$
declare
  v_at int;
begin
  for i in 1 .. cardinality(p_wanted) loop
    -- A null compares with nothing: between two of the same account it would hide that they are the same.
    if p_wanted[i] is null or p_wanted[i] <= p_wanted[i - 1] then
      raise exception 'ledger_apply: accounts must be sorted and without repeats' using errcode = 'KP002';
    end if;
    v_at := array_position(p_id, p_wanted[i]);
    id[i] := p_id[v_at];
    balance[i] := p_balance[v_at];
    seq[i] := p_seq[v_at];
    floor[i] := p_floor[v_at];
    currency[i] := p_currency[v_at];
  end loop;
end $$;

-- A correction takes back exactly one earlier movement, whole and once (the unique index refuses the second).
create function ledger_may_reverse(p_reverses uuid, p_debit bigint, p_credit bigint, p_amount bigint)
returns boolean language sql stable as $$
  select exists (select from ledger_movement where idem = p_reverses and debit = p_credit and credit = p_debit and amount = p_amount)
     and not exists (select from ledger_movement where reverses = p_reverses);
$$;

-- The id of the n-th movement of an operation: the operation's own id with its last byte replaced. The same on every retry,
-- never the same for two legs, and in the order of time, which keeps the index on it warm.
create function ledger_leg(p_operation uuid, p_leg int) returns uuid language sql immutable as $$
  select (left(p_operation::text, 34) || lpad(to_hex(p_leg), 2, '0'))::uuid;
$$;

-- The balance and seq of an account as they stood at an instant, by halving its numbered movements.
create function ledger_balance_at(p_account bigint, p_at timestamptz, out seq bigint, out balance bigint)
language plpgsql stable as $$
declare
  low bigint := 0;
  high bigint;
  middle bigint;
  v record;
begin
  select a.seq into high from ledger_account a where a.id = p_account;
  seq := 0;
  balance := 0;
  while low < high loop
    middle := (low + high + 1) / 2;
    select m.created_at, m.debit_balance as balance into v from ledger_movement m where m.debit = p_account and m.debit_seq = middle;
    if not found then
      select m.created_at, m.credit_balance as balance into v from ledger_movement m where m.credit = p_account and m.credit_seq = middle;
    end if;
    if v.created_at <= p_at then
      low := middle;
      seq := middle;
      balance := v.balance;
    else
      high := middle - 1;
    end if;
  end loop;
end $$;

-- Adds the next seal; the chain makes every earlier one part of it. Only the job that seals calls it.
create function ledger_add_seal(
  p_no bigint, p_from bigint, p_upto bigint, p_movements bigint, p_root bytea, p_chain bytea, p_at timestamptz,
  p_chunk_first bigint[], p_chunk_last bigint[], p_chunk_root bytea[]
) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_no <> coalesce((select max(no) from ledger_seal), 0) + 1
     or p_from <> coalesce((select max(upto_id) from ledger_seal), 0) + 1 then
    raise exception 'the seal does not follow the last one' using errcode = 'KP003';
  end if;
  -- One that reached into the future would leave what comes there unsealed for good.
  if p_upto < p_from or p_upto > (select last_value from ledger_movement_id_seq) then
    raise exception 'the seal reaches beyond what was posted' using errcode = 'KP003';
  end if;
  insert into ledger_seal values (p_no, p_from, p_upto, p_movements, p_root, p_chain, p_at);
  insert into ledger_seal_chunk
    select p_no, pos, first, last, root
    from unnest(p_chunk_first, p_chunk_last, p_chunk_root) with ordinality as u (first, last, root, pos);
end $$;

revoke all on ledger_account, ledger_movement, ledger_seal, ledger_seal_chunk from public;
revoke all on function ledger_open, ledger_apply, ledger_add_seal from public;
grant select on ledger_account, ledger_movement, ledger_seal, ledger_seal_chunk to kapao_app;
grant select on sequence ledger_movement_id_seq to kapao_app;
grant execute on function ledger_open, ledger_apply, ledger_add_seal to kapao_app;
