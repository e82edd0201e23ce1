import type { Mutant } from '../mutant.ts'

const file = 'apps/server/migrations/0002-ledger.sql'
/** The function that writes, as it stands now. */
const writer = 'apps/server/migrations/0015-ledger.sql'

const memberLock = `where id = any (p_member) and owner is not null
            order by id for no key update`
const houseLock = `where id = any (p_house) and owner is null
            order by id for no key update`

/** Locks, keys and checks of the tables and of the one function that writes them. */
export const ledgerMutants: readonly Mutant[] = [
  {
    name: 'member lock removed',
    file: writer,
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
    file: writer,
    edits: [[houseLock, 'where id = any (p_house) and owner is null order by id']],
  },
  {
    name: 'members locked in any order',
    file: writer,
    edits: [[`${memberLock})`, memberLock.replace('order by id', 'order by random()') + ')']],
  },
  {
    name: 'house accounts locked in any order',
    file: writer,
    edits: [[houseLock, houseLock.replace('order by id', 'order by random()')]],
  },
  {
    name: 'house locked before members',
    file: writer,
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
    file: writer,
    edits: [[`${memberLock} skip locked)`, `${memberLock})`]],
  },
  {
    name: 'rows are written where they lay before the wait',
    file: writer,
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
    name: 'rows are written where they lay before, and nobody counts them',
    file: writer,
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
    file,
    edits: [['uuid        not null constraint ledger_movement_idem unique,', 'uuid not null,']],
  },
  {
    name: 'unique number of the giver dropped',
    file,
    edits: [['  constraint ledger_movement_debit unique (debit, debit_seq),\n', '']],
  },
  {
    name: 'unique number of the receiver dropped',
    file,
    edits: [
      [
        '(amount > 0 and amount <= 100000000000000 and debit <> credit),\n  constraint ledger_movement_debit unique (debit, debit_seq),\n  constraint ledger_movement_credit unique (credit, credit_seq)',
        '(amount > 0 and amount <= 100000000000000 and debit <> credit),\n  constraint ledger_movement_debit unique (debit, debit_seq)',
      ],
    ],
  },
  {
    name: 'unique correction dropped',
    file,
    edits: [
      ['create unique index ledger_movement_reverses', 'create index ledger_movement_reverses'],
    ],
  },
  {
    name: 'floor check removed from the writer',
    file: writer,
    edits: [['elsif v_balance[d] - a < v_floor[d] then', 'elsif false then']],
  },
  {
    name: 'floor check removed from the table',
    file,
    edits: [['check (floor is null or balance >= floor)', 'check (true)']],
  },
  {
    name: 'floor check removed from both',
    file: writer,
    edits: [
      ['elsif v_balance[d] - a < v_floor[d] then', 'elsif false then'],
      [
        'drop function ledger_apply, ledger_align;',
        'drop function ledger_apply, ledger_align;\nalter table ledger_account drop constraint ledger_account_floor;',
      ],
    ],
  },
  {
    name: 'member account without a floor allowed',
    file,
    edits: [['or new.floor is distinct from 0 then', 'or new.floor <> 0 then']],
  },
  {
    name: 'expected number of the giver ignored',
    file: writer,
    edits: [['elsif p_expect_debit[i] <> v_seq[d] or p_expect', 'elsif p_expect']],
  },
  {
    name: 'expected number of the receiver ignored',
    file: writer,
    edits: [['<> v_seq[d] or p_expect_credit[i] <> v_seq[c] then', '<> v_seq[d] then']],
  },
  {
    name: 'replay look-up removed',
    file: writer,
    edits: [
      ['from ledger_movement m where m.idem = any (p_idem)', 'from ledger_movement m where false'],
    ],
  },
  {
    name: 'replay compares no accounts',
    file: writer,
    edits: [
      ['if v_found.debit = v_id[v_debit[d]] and v_found.credit = v_id[v_credit[d]] and', 'if'],
    ],
  },
  {
    name: 'replay compares no amount',
    file: writer,
    edits: [[' and v_found.amount = v_amount[d]', '']],
  },
  {
    name: 'replay compares no kind',
    file: writer,
    edits: [['and v_found.kind = p_kind[d] and v_found.ref', 'and v_found.ref']],
  },
  {
    name: 'group that fell is not undone',
    file: writer,
    edits: [
      [
        'v_balance[v_debit[j]] := v_balance[v_debit[j]] + v_amount[j];',
        'v_balance[v_debit[j]] := v_balance[v_debit[j]];',
      ],
    ],
  },
  {
    name: 'group stands though one fell',
    file: writer,
    edits: [['if v_group_status > 0 then', 'if false then']],
  },
  {
    name: 'currency check removed',
    file: writer,
    edits: [['elsif d = c or v_currency[d] <> v_currency[c] then', 'elsif d = c then']],
  },
  {
    name: 'same account twice allowed',
    file: writer,
    edits: [['elsif d = c or v_currency[d]', 'elsif v_currency[d]']],
  },
  {
    name: 'negative amounts allowed',
    file: writer,
    edits: [['a is null or a <= 0 or a >', 'a is null or a >']],
  },
  {
    name: 'amount swaps its sign',
    file: writer,
    edits: [
      ['v_balance[d] := v_balance[d] - a;', 'v_balance[d] := v_balance[d] + a;'],
      ['v_balance[c] := v_balance[c] + a;', 'v_balance[c] := v_balance[c] - a;'],
    ],
  },
  {
    name: 'correction may be made twice',
    file,
    edits: [
      ['\n     and not exists (select from ledger_movement where reverses = p_reverses);', ';'],
    ],
  },
  {
    name: 'correction of another amount',
    file,
    edits: [[' and credit = p_debit and amount = p_amount)', ' and credit = p_debit)']],
  },
  {
    name: 'two legs share an id',
    file,
    edits: [[`lpad(to_hex(p_leg), 2, '0')`, `lpad(to_hex(1), 2, '0')`]],
  },
  {
    name: 'append-only trigger removed',
    file,
    edits: [
      [
        'create trigger ledger_movement_append_only before update or delete or truncate on ledger_movement\n  for each statement execute function ledger_refuse_change();',
        '',
      ],
    ],
  },
  {
    name: 'app role may set balances',
    file,
    edits: [
      [
        'ledger_seal_chunk to kapao_app;',
        'ledger_seal_chunk to kapao_app;\ngrant update (balance) on ledger_account to kapao_app;',
      ],
    ],
  },
  {
    name: 'app role may write movements',
    file,
    edits: [
      [
        'ledger_seal_chunk to kapao_app;',
        'ledger_seal_chunk to kapao_app;\ngrant insert on ledger_movement to kapao_app;',
      ],
    ],
  },
  {
    name: 'everybody may call the writer',
    file: writer,
    edits: [['revoke all on function ledger_apply from public;', '']],
  },
]
