-- The id of the n-th movement of an operation: the operation's own id with its last byte replaced. It is the same on
-- every retry, differs between legs, and is time-ordered, which keeps its index warm.
create or replace function ledger_leg(p_operation uuid, p_leg int) returns uuid language sql immutable as $$
  select (left(p_operation::text, 34) || lpad(to_hex(p_leg), 2, '0'))::uuid;
$$;

-- A correction reverses exactly one earlier movement, in full and once (the unique index refuses a second).
create or replace function ledger_may_reverse(p_reverses uuid, p_debit bigint, p_credit bigint, p_amount bigint)
returns boolean language sql stable as $$
  select exists (select from ledger_movement where idem = p_reverses and debit = p_credit and credit = p_debit and amount = p_amount)
     and not exists (select from ledger_movement where reverses = p_reverses);
$$;

-- Puts the locked rows at the positions of the requested accounts; missing or busy ones leave nulls.
create or replace function ledger_align(
  p_wanted bigint[], p_row tid[], p_id bigint[], p_balance bigint[], p_seq bigint[], p_floor bigint[], p_currency ledger_currency[],
  out place tid[], out id bigint[], out balance bigint[], out seq bigint[], out floor bigint[], out currency ledger_currency[]
)
language plpgsql as $$
declare
  v_at int;
begin
  for i in 1 .. cardinality(p_wanted) loop
    -- A null equals nothing: between two entries of one account it would hide the repetition.
    if p_wanted[i] is null or p_wanted[i] <= p_wanted[i - 1] then
      raise exception 'ledger_apply: accounts must be sorted and without repeats' using errcode = 'KP002';
    end if;
    v_at := array_position(p_id, p_wanted[i]);
    place[i] := p_row[v_at];
    id[i] := p_id[v_at];
    balance[i] := p_balance[v_at];
    seq[i] := p_seq[v_at];
    floor[i] := p_floor[v_at];
    currency[i] := p_currency[v_at];
  end loop;
end $$;

-- Moves money, and is the only function that does. All movements of one call are decided in the given order and
-- written together. The status of each tells its result:
--   0 done                  1 done before, same movement (nothing changed)     2 its id was used for another movement
--   3 not enough money      4 no such account, or on the wrong side            5 two currencies, or the same account twice
--   6 the account moved since `expect` was read                               7 another movement of its group fell
--   8 busy: someone else holds the member's account (only with p_skip_busy)   9 the amount, or what it reverses, is not valid
--
-- p_member and p_house are the participating accounts, each sorted by id and without repeats; p_debit and p_credit are
-- positions in p_member || p_house. Every call locks members' accounts by id, then house accounts by id, so that no
-- two calls can deadlock; house accounts, which all calls share, are locked for the shortest time. p_fresh states that
-- the caller has checked its own rows under their lock, and knows that none of these movements was made before; one
-- that was is then stopped by its unique id. p_group gives adjacent movements that succeed or fail together the same
-- number. p_expect_debit and p_expect_credit (null: any) are the seq that an account must still have.
create or replace function ledger_apply(
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
  p_fresh boolean default false,
  out o_status int[],
  out o_debit_seq bigint[],
  out o_debit_balance bigint[],
  out o_credit_seq bigint[],
  out o_credit_balance bigint[]
)
language plpgsql security definer
set search_path = public, pg_temp
-- Lookups here are always by key; a plan made while the tables were small must not scan them later.
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set plan_cache_mode = force_generic_plan
as $$
declare
  v_count int := cardinality(p_idem);
  v_members int := cardinality(p_member);
  v_row tid[];
  v_id bigint[];
  v_balance bigint[];
  v_seq bigint[];
  v_floor bigint[];
  v_currency ledger_currency[];
  h_row tid[];
  h_id bigint[];
  h_balance bigint[];
  h_seq bigint[];
  h_floor bigint[];
  h_currency ledger_currency[];
  v_debit int[] := p_debit;
  v_credit int[] := p_credit;
  v_amount bigint[] := p_amount;
  v_seq_before bigint[];
  v_moved int := 0;
  v_updated int;
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
    select array_agg(place), array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into v_row, v_id, v_balance, v_seq, v_floor, v_currency
      from (select ctid as place, id, balance, seq, floor, currency from ledger_account
            where id = any (p_member) and owner is not null
            order by id for no key update skip locked) as locked;
  else
    select array_agg(place), array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into v_row, v_id, v_balance, v_seq, v_floor, v_currency
      from (select ctid as place, id, balance, seq, floor, currency from ledger_account
            where id = any (p_member) and owner is not null
            order by id for no key update) as locked;
  end if;
  if v_id is distinct from p_member then
    select l.place, l.id, l.balance, l.seq, l.floor, l.currency into v_row, v_id, v_balance, v_seq, v_floor, v_currency
      from ledger_align(
        p_wanted => p_member, p_row => v_row, p_id => v_id, p_balance => v_balance, p_seq => v_seq, p_floor => v_floor,
        p_currency => v_currency) as l;
  end if;

  if cardinality(p_house) > 0 then
    select array_agg(place), array_agg(id), array_agg(balance), array_agg(seq), array_agg(floor), array_agg(currency)
      into h_row, h_id, h_balance, h_seq, h_floor, h_currency
      from (select ctid as place, id, balance, seq, floor, currency from ledger_account
            where id = any (p_house) and owner is null
            order by id for no key update) as locked;
    if h_id is distinct from p_house then
      select l.place, l.id, l.balance, l.seq, l.floor, l.currency into h_row, h_id, h_balance, h_seq, h_floor, h_currency
        from ledger_align(
          p_wanted => p_house, p_row => h_row, p_id => h_id, p_balance => h_balance, p_seq => h_seq, p_floor => h_floor,
          p_currency => h_currency) as l;
    end if;
    v_row := v_row || h_row;
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

  v_seq_before := v_seq;

  -- Checked only now: a call that made the same movement before locked the same accounts, and has committed once we
  -- hold the locks.
  if not p_fresh then
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
  end if;

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
        o_debit_seq[i] := v_seq[d];
        o_debit_balance[i] := v_balance[d];
        o_credit_seq[i] := v_seq[c];
        o_credit_balance[i] := v_balance[c];
        v_any_done := true;
      end if;
      o_status[i] := v_status;
    end if;

    if p_group is not null and (i = v_count or p_group[i] <> p_group[i + 1]) then
      -- A failed movement fails its group; so does a group of which only a part was done before.
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
  -- The one place where no call, job, message or command gets by while Kapao is in recovery.
  if exists (select from core_restore r where r.opened_at is null) and not core_rebuilds() then
    raise exception 'the house is in recovery' using errcode = 'KR001';
  end if;

  -- By the physical place of each row, which cannot change while we hold its lock: saves a second index lookup.
  update ledger_account l set balance = v_balance[i], seq = v_seq[i]
    from generate_series(1, cardinality(v_id)) as i
    where l.ctid = v_row[i] and l.id = v_id[i] and v_seq[i] <> v_seq_before[i];
  get diagnostics v_updated = row_count;
  for i in 1 .. cardinality(v_id) loop
    if v_seq[i] <> v_seq_before[i] then v_moved := v_moved + 1; end if;
  end loop;
  if v_updated <> v_moved then
    raise exception 'ledger_apply: % accounts moved and % were written', v_moved, v_updated using errcode = 'KP004';
  end if;

  -- By position: `unnest` of many arrays materializes a table for each of them.
  insert into ledger_movement (idem, debit, credit, amount, debit_seq, debit_balance, credit_seq, credit_balance,
                               kind, ref, reverses, created_at)
    select p_idem[i], v_id[p_debit[i]], v_id[p_credit[i]], p_amount[i], o_debit_seq[i], o_debit_balance[i],
           o_credit_seq[i], o_credit_balance[i], p_kind[i], coalesce(p_ref[i], ''), p_reverses[i], p_at
    from generate_series(1, v_count) as i
    where o_status[i] = 0;
end $$;

revoke all on function ledger_apply from public;
grant execute on function ledger_apply to kapao_app;
