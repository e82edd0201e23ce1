import { faultsIn, faultsOfTables } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** An operation's lock, the statement, the collector, and the checks on them. */
export const operationMutants: readonly Mutant[] = [
  ...faultsIn('transfers_end', 'money/transfers/model', {
    'end moves under a new id': [
      'm_idem := m_idem || ledger_leg(v_found.id, case when p_done[k] then 2 else 3 end);',
      'm_idem := m_idem || gen_random_uuid();',
    ],
    'end does not lock its transfer': [
      [
        'where id = any (p_id) order by id for no key update skip locked)',
        'where id = any (p_id) order by id)',
      ],
      [
        'where id = any (p_id) order by id for no key update)',
        'where id = any (p_id) order by id)',
      ],
    ],
    'end waits for a row that is held': [
      'order by id for no key update skip locked)',
      'order by id for no key update)',
    ],
  }),
  ...faultsOfTables('ledger/verify', {
    'unique key of a transfer dropped':
      'alter table transfers_transfer drop constraint transfers_transfer_once',
  }),
  ...faultsIn('transfers_begin', 'money/transfers/model', {
    'keys are not looked up': [
      'for v_found in select * from transfers_transfer t where t.key = any (p_key)',
      'for v_found in select * from transfers_transfer t where false',
    ],
    'a known key is not looked up': [
      'if exists (select from transfers_transfer t where t.key = any (p_key))\n     or exists',
      'if exists',
    ],
    'keys of other members are answered': [
      '= v_found.member_id then\n          o_status[k] := case',
      'is not null then\n          o_status[k] := case',
    ],
  }),
  ...faultsIn('transfers_begin', 'money/transfers/transfers', {
    'an abandoned key is not looked up': [
      '     or exists (select from core_tombstone t where t.key = any (p_key))\n',
      '',
    ],
  }),
  ...faultsIn('statement_lock', null, {
    'statement counter is not locked': [
      ['order by member_id for no key update skip locked)', 'order by member_id)'],
      ['order by member_id for no key update)', 'order by member_id)'],
    ],
    'statement counter waits in a batch': ['for no key update skip locked)', 'for no key update)'],
  }),
  ...faultsIn('records/statement/store', null, {
    '"never" is said without holding the member': [
      'where member_id = $1 for no key update',
      'where member_id = $1',
    ],
  }),
  ...faultsIn('desk/outcome/service', null, {
    '"never" leaves no mark': [
      '    await insertTombstone(tx, memberId, { key, at: clock.now() })\n',
      '',
    ],
  }),
  ...faultsIn('ledger/arrays', null, {
    'accounts are not sorted': ['[...ids].toSorted((a, b) => (a < b ? -1 : 1))', '[...ids]'],
  }),
  ...faultsIn('core/db/collect', null, {
    'one identity twice in a batch': [' || seen.has(identity)', ''],
    'a failing batch is not halved': [
      'if (batch.length === 1 || isOutage(result.error)) {',
      'if (batch.length > 0) {',
    ],
    'reply before commit': [
      'waiting.push({ item, resolve, reject',
      'resolve(undefined as Out)\n        waiting.push({ item, resolve, reject',
    ],
    'busy items are answered as they are': ['isBusy(result)', '(result as unknown) === undefined'],
    'two batches share an owner': [' || busyOwners?.has(ownerOf(one.item))', ''],
    'a busy item is never moved to the single path': [
      'const skippedMax = 2',
      'const skippedMax = 1e9',
    ],
    'any number of batches in flight': [
      'const batchesAtOnceMax = 2',
      'const batchesAtOnceMax = 99',
    ],
    'a broken connection is not tried again': ['const attemptsMax = 3', 'const attemptsMax = 1'],
    'a stuck owner takes every place': [
      '      byOwner.set(owner, later)\n',
      '      byOwner.delete(owner)\n',
    ],
  }),
  ...faultsIn('ledger/seal', null, {
    'sealing does not wait': ['return oldest!.settled', 'return oldest!.settled || true'],
  }),
  ...faultsIn('ledger/verify', null, {
    'verify believes balances': [' or balance <> coalesce(before_balance, 0) + amount', ''],
  }),
  ...faultsIn('packages/contract/src/fair/proof', null, {
    'a proof needs no chain': [
      "  if (!chainHolds(published.slice(0, at + 1))) return { proven: false, why: 'chain' }\n",
      '',
    ],
  }),
  ...faultsIn('core/calls/idempotency', null, {
    'the fingerprint leaves out the amount': [
      '.filter(([, part]) => part !== undefined)',
      ".filter(([name]) => name !== 'amount')",
    ],
  }),
]
