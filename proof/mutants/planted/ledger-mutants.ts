import { faultsIn, faultsOfTables } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** Locks, keys and checks of the tables and of the one function that writes them. */
export const ledgerMutants: readonly Mutant[] = [
  ...faultsIn('ledger_apply', null, {
    'member lock removed': [
      [
        'where id = any (p_member) and owner is not null\n            order by id for no key update skip locked)',
        'where id = any (p_member) and owner is not null order by id)',
      ],
      [
        'where id = any (p_member) and owner is not null\n            order by id for no key update)',
        'where id = any (p_member) and owner is not null order by id)',
      ],
    ],
    'house lock removed': [
      'where id = any (p_house) and owner is null\n            order by id for no key update',
      'where id = any (p_house) and owner is null order by id',
    ],
    'members locked in any order': [
      'where id = any (p_member) and owner is not null\n            order by id for no key update)',
      'where id = any (p_member) and owner is not null\n            order by random() for no key update)',
    ],
    'house accounts locked in any order': [
      'where id = any (p_house) and owner is null\n            order by id for no key update',
      'where id = any (p_house) and owner is null\n            order by random() for no key update',
    ],
    'house locked before members': [
      '  if p_skip_busy then\n    select array_agg(place)',
      '  perform from ledger_account where id = any (p_house) order by id for no key update;\n  if p_skip_busy then\n    select array_agg(place)',
    ],
    'SKIP LOCKED removed from members': [
      'where id = any (p_member) and owner is not null\n            order by id for no key update skip locked)',
      'where id = any (p_member) and owner is not null\n            order by id for no key update)',
    ],
    'rows are written where they lay before the wait': [
      'select ctid as place, id, balance, seq, floor, currency from ledger_account\n            where id = any (p_member) and owner is not null\n            order by id for no key update)',
      'select (select o.ctid from ledger_account o where o.id = ledger_account.id) as place, id, balance, seq, floor, currency\n            from ledger_account where id = any (p_member) and owner is not null\n            order by id for no key update)',
    ],
    'rows are updated in place, and not counted': [
      [
        'select ctid as place, id, balance, seq, floor, currency from ledger_account\n            where id = any (p_member) and owner is not null\n            order by id for no key update)',
        'select (select o.ctid from ledger_account o where o.id = ledger_account.id) as place, id, balance, seq, floor, currency\n            from ledger_account where id = any (p_member) and owner is not null\n            order by id for no key update)',
      ],
      ['if v_updated <> v_moved then', 'if false then'],
    ],
    'floor check removed from the writer': [
      'elsif v_balance[d] - a < v_floor[d] then',
      'elsif false then',
    ],
    'expected number of the giver ignored': [
      'elsif p_expect_debit[i] <> v_seq[d] or p_expect',
      'elsif p_expect',
    ],
    'expected number of the receiver ignored': [
      '<> v_seq[d] or p_expect_credit[i] <> v_seq[c] then',
      '<> v_seq[d] then',
    ],
    'replay look-up removed': [
      'from ledger_movement m where m.idem = any (p_idem)',
      'from ledger_movement m where false',
    ],
    'replay compares no accounts': [
      'if v_found.debit = v_id[v_debit[d]] and v_found.credit = v_id[v_credit[d]] and',
      'if',
    ],
    'replay compares no amount': [' and v_found.amount = v_amount[d]', ''],
    'replay compares no kind': ['and v_found.kind = p_kind[d] and v_found.ref', 'and v_found.ref'],
    'replay compares no reversal': [
      '\n         and v_found.reverses is not distinct from p_reverses[d] then',
      ' then',
    ],
    'group that fell is not undone': [
      'v_balance[v_debit[j]] := v_balance[v_debit[j]] + v_amount[j];',
      'v_balance[v_debit[j]] := v_balance[v_debit[j]];',
    ],
    'group stands though one fell': ['if v_group_status > 0 then', 'if false then'],
    'currency check removed': [
      'elsif d = c or v_currency[d] <> v_currency[c] then',
      'elsif d = c then',
    ],
    'same account twice allowed': ['elsif d = c or v_currency[d]', 'elsif v_currency[d]'],
    'negative amounts allowed': ['a is null or a <= 0 or a >', 'a is null or a >'],
    'amount swaps its sign': [
      ['v_balance[d] := v_balance[d] - a;', 'v_balance[d] := v_balance[d] + a;'],
      ['v_balance[c] := v_balance[c] + a;', 'v_balance[c] := v_balance[c] - a;'],
    ],
  }),
  ...faultsOfTables(null, {
    'unique id of a movement dropped':
      'alter table ledger_movement drop constraint ledger_movement_idem',
    'unique number of the giver dropped':
      'alter table ledger_movement drop constraint ledger_movement_debit',
    'unique number of the receiver dropped':
      'alter table ledger_movement drop constraint ledger_movement_credit',
    'unique correction dropped': 'drop index ledger_movement_reverses',
    'floor check removed from the table':
      'alter table ledger_account drop constraint ledger_account_floor',
    'app role may set balances': 'grant update (balance) on ledger_account to kapao_app',
    'app role may write movements': 'grant insert on ledger_movement to kapao_app',
  }),
  ...faultsIn('ledger_account_has_side', null, {
    'member account without a floor allowed': [
      'or new.floor is distinct from 0 then',
      'or new.floor <> 0 then',
    ],
  }),
  ...faultsIn('ledger_may_reverse', null, {
    'correction may be made twice': [
      '\n     and not exists (select from ledger_movement where reverses = p_reverses);',
      ';',
    ],
    'correction of another amount': [
      ' and credit = p_debit and amount = p_amount)',
      ' and credit = p_debit)',
    ],
  }),
  ...faultsIn('ledger_leg', null, {
    'two legs share an id': ["lpad(to_hex(p_leg), 2, '0')", "lpad(to_hex(1), 2, '0')"],
  }),
  ...faultsIn('ledger/append-only.sql', null, {
    'append-only trigger removed': [
      'create or replace trigger ledger_movement_append_only before update or delete or truncate on ledger_movement\n  for each statement execute function ledger_refuse_change();',
      '',
    ],
  }),
  ...faultsIn('ledger/apply.sql', null, {
    'any role may call the writer': [
      'grant execute on function ledger_apply to kapao_app;',
      'grant execute on function ledger_apply to public;',
    ],
  }),
  ...faultsIn('ledger_apply', null, {
    'floor check removed from both': [
      'elsif v_balance[d] - a < v_floor[d] then',
      'elsif false then',
    ],
  }).map((one) => ({
    ...one,
    also: 'alter table ledger_account drop constraint ledger_account_floor',
  })),
]
