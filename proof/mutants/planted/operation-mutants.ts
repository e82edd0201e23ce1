import type { Mutant } from '../mutant.ts'

const collect = 'apps/server/src/core/db/collect.ts'
const seal = 'apps/server/src/ledger/seal.ts'
const model = ['apps/server/src/money/transfers/model.test.ts']

/** An operation's lock, the statement, the collector, and the checks on them. */
export const operationMutants: readonly Mutant[] = [
  {
    name: 'end moves under a new id',
    gate: model,
    sqlFunction: 'transfers_end',
    edits: [
      [
        'm_idem := m_idem || ledger_leg(v_found.id, case when p_done[k] then 2 else 3 end);',
        'm_idem := m_idem || gen_random_uuid();',
      ],
    ],
  },
  {
    name: 'end does not lock its transfer',
    gate: model,
    sqlFunction: 'transfers_end',
    edits: [
      [
        'where id = any (p_id) order by id for no key update skip locked)',
        'where id = any (p_id) order by id)',
      ],
      [
        'where id = any (p_id) order by id for no key update)',
        'where id = any (p_id) order by id)',
      ],
    ],
  },
  {
    name: 'end waits for a row that is held',
    gate: model,
    sqlFunction: 'transfers_end',
    edits: [['order by id for no key update skip locked)', 'order by id for no key update)']],
  },
  {
    name: 'unique key of a transfer dropped',
    gate: ['apps/server/src/ledger/verify.test.ts'],
    schema: 'alter table transfers_transfer drop constraint transfers_transfer_once',
  },
  {
    name: 'keys are not looked up',
    gate: model,
    sqlFunction: 'transfers_begin',
    edits: [
      [
        'for v_found in select * from transfers_transfer t where t.key = any (p_key)',
        'for v_found in select * from transfers_transfer t where false',
      ],
    ],
  },
  {
    name: 'a known key is not looked up',
    gate: model,
    sqlFunction: 'transfers_begin',
    edits: [
      [
        'if exists (select from transfers_transfer t where t.key = any (p_key))\n     or exists',
        'if exists',
      ],
    ],
  },
  {
    name: 'an abandoned key is not looked up',
    // The model draws such a key now and then.
    gate: ['apps/server/src/money/transfers/transfers.test.ts'],
    sqlFunction: 'transfers_begin',
    edits: [['     or exists (select from core_tombstone t where t.key = any (p_key))\n', '']],
  },
  {
    name: 'keys of other members are answered',
    gate: model,
    sqlFunction: 'transfers_begin',
    edits: [
      [
        '= v_found.member_id then\n          o_status[k] := case',
        'is not null then\n          o_status[k] := case',
      ],
    ],
  },
  {
    name: 'statement counter is not locked',
    sqlFunction: 'statement_lock',
    edits: [
      ['order by member_id for no key update skip locked)', 'order by member_id)'],
      ['order by member_id for no key update)', 'order by member_id)'],
    ],
  },
  {
    name: 'statement counter waits in a batch',
    sqlFunction: 'statement_lock',
    edits: [['for no key update skip locked)', 'for no key update)']],
  },
  {
    name: '"never" is said without holding the member',
    file: 'apps/server/src/records/statement/store.ts',
    edits: [['where member_id = $1 for no key update', 'where member_id = $1']],
  },
  {
    name: '"never" leaves no mark',
    file: 'apps/server/src/desk/outcome/service.ts',
    edits: [['    await insertTombstone(tx, memberId, { key, at: clock.now() })\n', '']],
  },
  {
    name: 'accounts are not sorted',
    file: 'apps/server/src/ledger/arrays.ts',
    edits: [['[...ids].toSorted((a, b) => (a < b ? -1 : 1))', '[...ids]']],
  },
  {
    name: 'one identity twice in a batch',
    file: collect,
    edits: [[' || seen.has(identity)', '']],
  },
  {
    name: 'a failing batch is not halved',
    file: collect,
    edits: [['if (batch.length === 1 || isOutage(result.error)) {', 'if (batch.length > 0) {']],
  },
  {
    name: 'reply before commit',
    file: collect,
    edits: [
      [
        'waiting.push({ item, resolve, reject',
        'resolve(undefined as Out)\n        waiting.push({ item, resolve, reject',
      ],
    ],
  },
  {
    name: 'busy items are answered as they are',
    file: collect,
    edits: [['isBusy(result)', '(result as unknown) === undefined']],
  },
  {
    name: 'two batches share an owner',
    file: collect,
    edits: [[' || busyOwners?.has(ownerOf(one.item))', '']],
  },
  {
    name: 'a busy item is never moved to the single path',
    file: collect,
    edits: [['const skippedMax = 2', 'const skippedMax = 1e9']],
  },
  {
    name: 'any number of batches in flight',
    file: collect,
    edits: [['const batchesAtOnceMax = 2', 'const batchesAtOnceMax = 99']],
  },
  {
    name: 'a broken connection is not tried again',
    file: collect,
    edits: [['const attemptsMax = 3', 'const attemptsMax = 1']],
  },
  {
    name: 'a stuck owner takes every place',
    file: collect,
    edits: [['      byOwner.set(owner, later)\n', '      byOwner.delete(owner)\n']],
  },
  {
    name: 'sealing does not wait',
    file: seal,
    edits: [['return oldest!.settled', 'return oldest!.settled || true']],
  },
  {
    name: 'verify believes balances',
    file: 'apps/server/src/ledger/verify.ts',
    edits: [[' or balance <> coalesce(before_balance, 0) + amount', '']],
  },
  {
    name: 'a proof needs no chain',
    file: 'packages/contract/src/fair/proof.ts',
    edits: [
      [
        `  if (!chainHolds(published.slice(0, at + 1))) return { proven: false, why: 'chain' }\n`,
        '',
      ],
    ],
  },
  {
    name: 'the fingerprint leaves out the amount',
    file: 'apps/server/src/core/calls/idempotency.ts',
    edits: [
      ['.filter(([, part]) => part !== undefined)', `.filter(([name]) => name !== 'amount')`],
    ],
  },
]
