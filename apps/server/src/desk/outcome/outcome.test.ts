import { beforeAll, expect, test } from 'vitest'
import type { AmountText } from '@kapao/contract/money'
import { systemClock } from '#core/clock.ts'
import { systemIds } from '#core/ids.ts'
import { deleteTombstonesBefore } from '#core/calls/tombstone-store.ts'
import { accountBook } from '#ledger/accounts.ts'
import { post } from '#ledger/post.ts'
import { openInstantTransfers, type InstantTransfers } from '#testing/doubles/instant-transfers.ts'
import { beginStatement } from '#records/statement/store.ts'
import { findTransferOutcome } from '#money/transfers/view.ts'
import { testDatabase } from '#testing/worlds/test-world.ts'
import { findOutcome, type OutcomeDeps } from './service.ts'

const database = testDatabase()
let deps: OutcomeDeps
let transfers: InstantTransfers
const memberId = 'asker'
const wanted = { from: 'pg', to: 'wallet', amount: '1' as AmountText }

beforeAll(async () => {
  const { db } = database
  const accounts = accountBook(db)
  const [, , game] = await accounts.open(db, [
    { owner: memberId, kind: 'transfer', party: '', currency: 'BAHT' },
    { owner: memberId, kind: 'wallet', party: '', currency: 'BAHT' },
    { owner: memberId, kind: 'game', party: 'pg', currency: 'BAHT' },
  ])
  await beginStatement(db, memberId)
  const debit = await accounts.house('opening', '', 'BAHT')
  const money = { amount: 1_000_000n, currency: 'BAHT' as const }
  const opening = { idem: systemIds.key(), debit, credit: game!, money, kind: 'opening' as const }
  await db.begin((tx) => post(tx, systemClock.now(), [opening]))
  transfers = openInstantTransfers({ db, clock: systemClock }, ['pg'])
  deps = { db, clock: systemClock, operations: [findTransferOutcome] }
})

const begin = (key: string) => transfers.begin({ memberId, key, requestId: 'test' }, wanted)
const end = (id: string) => transfers.end({ id, memberId, done: true, why: '' })
const route = 'POST /api/wallet/transfer'

test('OP-E01 reports what is running and what is done', async () => {
  const key = systemIds.key()
  const { id } = await begin(key)
  expect(await findOutcome(deps, memberId, key)).toEqual({ state: 'running', route })
  await end(id)
  expect(await findOutcome(deps, memberId, key)).toEqual({
    state: 'done',
    route,
    code: 'SUCCESS',
  })
})

test('OP-E01 a key reported as never used is refused when its request arrives late', async () => {
  const key = systemIds.key()
  expect(await findOutcome(deps, memberId, key)).toEqual({ state: 'never', route: null })
  await expect(begin(key)).rejects.toMatchObject({ code: 'ABANDONED' })
  expect(await findOutcome(deps, memberId, key)).toEqual({ state: 'never', route: null })
})

test('a key of another member reveals nothing', async () => {
  const key = systemIds.key()
  const { id } = await begin(key)
  expect(await findOutcome(deps, 'stranger', key)).toEqual({ state: 'never', route: null })
  expect(await findOutcome(deps, memberId, key)).toMatchObject({ state: 'running' })
  await end(id)
})

test('OP-E01 asked at the same moment: either it began, or it never will', async () => {
  for (let round = 0; round < 60; round += 1) {
    const key = systemIds.key()
    const began = begin(key).then(
      ({ id }) => ({ id, code: 'began' }),
      (error: { code?: string }) => ({ id: null, code: error.code }),
    )
    const [outcome, { id, code }] = await Promise.all([findOutcome(deps, memberId, key), began])
    if (id) await end(id)
    expect([outcome.state, code]).toEqual(
      outcome.state === 'never' ? ['never', 'ABANDONED'] : ['running', 'began'],
    )
  }
})

test('marks are removed when no request can be that late any more', async () => {
  const key = systemIds.key()
  await findOutcome(deps, memberId, key)
  await deleteTombstonesBefore(database.db, new Date(systemClock.now().getTime() + 1_000))
  await expect(begin(key)).resolves.toMatchObject({ isMine: true })
})
