import type { Mutant } from '../mutant.ts'

const sqlFunction = 'ledger_apply'

const memberLock = `where id = any (p_member) and owner is not null
            order by id for no key update`
const houseLock = `where id = any (p_house) and owner is null
            order by id for no key update`

/** Locks, keys and checks of the tables and of the one function that writes them. */
export const ledgerMutants: readonly Mutant[] = [
  {
    name: 'member lock removed',
    sqlFunction,
    edits: [
      [
        `${memberLock} skip locked)`,
        'where id = any (p_member) and owner is not null order by id)',
      ],
      [`${memberLock})`, 'where id = any (p_member) and owner is not null order by id)'],
    ],
  },
  {
    name: 'house lock removed',
    sqlFunction,
    edits: [[houseLock, 'where id = any (p_house) and owner is null order by id']],
  },
  {
    name: 'members locked in any order',
    sqlFunction,
    edits: [[`${memberLock})`, memberLock.replace('order by id', 'order by random()') + ')']],
  },
  {
    name: 'house accounts locked in any order',
    sqlFunction,
    edits: [[houseLock, houseLock.replace('order by id', 'order by random()')]],
  },
  {
    name: 'house locked before members',
    sqlFunction,
    edits: [
      [
        '  if p_skip_busy then\n    select array_agg(place)',
        '  perform from ledger_account where id = any (p_house) order by id for no key update;\n' +
          '  if p_skip_busy then\n    select array_agg(place)',
      ],
    ],
  },
  {
    name: 'SKIP LOCKED removed from members',
    sqlFunction,
    edits: [[`${memberLock} skip locked)`, `${memberLock})`]],
  },
  {
    name: 'rows are written where they lay before the wait',
    sqlFunction,
    edits: [
      [
        `select ctid as place, id, balance, seq, floor, currency from ledger_account
            ${memberLock})`,
        `select (select o.ctid from ledger_account o where o.id = ledger_account.id) as place, id, balance, seq, floor, currency
            from ledger_account ${memberLock})`,
      ],
    ],
  },
  {
    name: 'rows are updated in place, and not counted',
    sqlFunction,
    edits: [
      [
        `select ctid as place, id, balance, seq, floor, currency from ledger_account
            ${memberLock})`,
        `select (select o.ctid from ledger_account o where o.id = ledger_account.id) as place, id, balance, seq, floor, currency
            from ledger_account ${memberLock})`,
      ],
      ['if v_updated <> v_moved then', 'if false then'],
    ],
  },
  {
    name: 'unique id of a movement dropped',
    schema: 'alter table ledger_movement drop constraint ledger_movement_idem',
  },
  {
    name: 'unique number of the giver dropped',
    schema: 'alter table ledger_movement drop constraint ledger_movement_debit',
  },
  {
    name: 'unique number of the receiver dropped',
    schema: 'alter table ledger_movement drop constraint ledger_movement_credit',
  },
  {
    name: 'unique correction dropped',
    schema: 'drop index ledger_movement_reverses',
  },
  {
    name: 'floor check removed from the writer',
    sqlFunction,
    edits: [['elsif v_balance[d] - a < v_floor[d] then', 'elsif false then']],
  },
  {
    name: 'floor check removed from the table',
    schema: 'alter table ledger_account drop constraint ledger_account_floor',
  },
  {
    name: 'floor check removed from both',
    sqlFunction,
    edits: [['elsif v_balance[d] - a < v_floor[d] then', 'elsif false then']],
    also: 'alter table ledger_account drop constraint ledger_account_floor',
  },
  {
    name: 'member account without a floor allowed',
    sqlFunction: 'ledger_account_has_side',
    edits: [['or new.floor is distinct from 0 then', 'or new.floor <> 0 then']],
  },
  {
    name: 'expected number of the giver ignored',
    sqlFunction,
    edits: [['elsif p_expect_debit[i] <> v_seq[d] or p_expect', 'elsif p_expect']],
  },
  {
    name: 'expected number of the receiver ignored',
    sqlFunction,
    edits: [['<> v_seq[d] or p_expect_credit[i] <> v_seq[c] then', '<> v_seq[d] then']],
  },
  {
    name: 'replay look-up removed',
    sqlFunction,
    edits: [
      ['from ledger_movement m where m.idem = any (p_idem)', 'from ledger_movement m where false'],
    ],
  },
  {
    name: 'replay compares no accounts',
    sqlFunction,
    edits: [
      ['if v_found.debit = v_id[v_debit[d]] and v_found.credit = v_id[v_credit[d]] and', 'if'],
    ],
  },
  {
    name: 'replay compares no amount',
    sqlFunction,
    edits: [[' and v_found.amount = v_amount[d]', '']],
  },
  {
    name: 'replay compares no kind',
    sqlFunction,
    edits: [['and v_found.kind = p_kind[d] and v_found.ref', 'and v_found.ref']],
  },
  {
    name: 'replay compares no reversal',
    sqlFunction,
    edits: [
      [
        `
         and v_found.reverses is not distinct from p_reverses[d] then`,
        ' then',
      ],
    ],
  },
  {
    name: 'group that fell is not undone',
    sqlFunction,
    edits: [
      [
        'v_balance[v_debit[j]] := v_balance[v_debit[j]] + v_amount[j];',
        'v_balance[v_debit[j]] := v_balance[v_debit[j]];',
      ],
    ],
  },
  {
    name: 'group stands though one fell',
    sqlFunction,
    edits: [['if v_group_status > 0 then', 'if false then']],
  },
  {
    name: 'currency check removed',
    sqlFunction,
    edits: [['elsif d = c or v_currency[d] <> v_currency[c] then', 'elsif d = c then']],
  },
  {
    name: 'same account twice allowed',
    sqlFunction,
    edits: [['elsif d = c or v_currency[d]', 'elsif v_currency[d]']],
  },
  {
    name: 'negative amounts allowed',
    sqlFunction,
    edits: [['a is null or a <= 0 or a >', 'a is null or a >']],
  },
  {
    name: 'amount swaps its sign',
    sqlFunction,
    edits: [
      ['v_balance[d] := v_balance[d] - a;', 'v_balance[d] := v_balance[d] + a;'],
      ['v_balance[c] := v_balance[c] + a;', 'v_balance[c] := v_balance[c] - a;'],
    ],
  },
  {
    name: 'correction may be made twice',
    sqlFunction: 'ledger_may_reverse',
    edits: [
      ['\n     and not exists (select from ledger_movement where reverses = p_reverses);', ';'],
    ],
  },
  {
    name: 'correction of another amount',
    sqlFunction: 'ledger_may_reverse',
    edits: [[' and credit = p_debit and amount = p_amount)', ' and credit = p_debit)']],
  },
  {
    name: 'two legs share an id',
    sqlFunction: 'ledger_leg',
    edits: [[`lpad(to_hex(p_leg), 2, '0')`, `lpad(to_hex(1), 2, '0')`]],
  },
  {
    name: 'append-only trigger removed',
    file: 'apps/server/src/ledger/append-only.sql',
    edits: [
      [
        `create or replace trigger ledger_movement_append_only before update or delete or truncate on ledger_movement
  for each statement execute function ledger_refuse_change();`,
        '',
      ],
    ],
  },
  {
    name: 'app role may set balances',
    schema: 'grant update (balance) on ledger_account to kapao_app',
  },
  {
    name: 'app role may write movements',
    schema: 'grant insert on ledger_movement to kapao_app',
  },
  {
    name: 'any role may call the writer',
    file: 'apps/server/src/ledger/apply.sql',
    edits: [
      [
        'grant execute on function ledger_apply to kapao_app;',
        'grant execute on function ledger_apply to public;',
      ],
    ],
  },
]
