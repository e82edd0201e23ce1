import { beforeAll, describe, expect, test } from 'vitest'
import { checkProof, type Proof, type Seal } from '@kapao/contract/fair/proof'
import type { z } from 'zod'
import type { statementRow, StatementRow } from '@kapao/contract/statement'
import { hourMs } from '@kapao/contract/times'
import type { Queryable } from '#core/db/db.ts'
import { systemIds } from '#core/ids.ts'
import { sealMovements } from '#ledger/seal.ts'
import { listHeld } from '#money/deposits/store.ts'
import { openTestDepositDesk, openTestDeposits } from '#testing/processes/open-deposits.ts'
import { copyDatabase } from '#testing/database/copy-database.ts'
import { anyArrival } from '#testing/worlds/deposit-world.ts'
import { openGameWorld, type Player } from '#testing/worlds/game-world.ts'
import { matchDeposit } from '#money/deposits/match.ts'
import { takeBack } from '#money/deposits/take-back.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { ownLegs, readReceipt } from './receipt.ts'
import { insertRow } from './store.ts'

type Row = z.input<typeof statementRow>
const world = testWorld(openGameWorld)
let settle: ReturnType<typeof openTestDeposits>['settle']

beforeAll(async () => {
  const { db } = world.database
  settle = openTestDeposits(db, world.clock).settle
})

const deposit = (player: Player, amount: bigint) =>
  settle(anyArrival({ memberId: player.id, money: { amount, currency: 'BAHT' } }))
const transfer = (player: Player, from: string, to: string, amount: number) =>
  player.call('POST /api/wallet/transfer', {
    body: { from, to, amount },
    headers: { 'idempotency-key': systemIds.key() },
  })
const pageOf = async (player: Player, page: number, limit = 10) =>
  (await player.call('POST /api/statement', { body: { page, limit } })).body as {
    total: number
    statements: Row[]
  }
const before = async (player: Player, body: object) =>
  (await player.call('POST /api/statement/before', { body })).body as {
    statements: Row[]
    before: number | null
  }
const receiptOf = async (player: Player, seq: number) =>
  (await player.call(`GET /api/statement/row/${seq}`)).body

const balancesOf = async (player: Player, seqs: number[]) =>
  (await player.call('POST /api/statement/balances', { body: { seqs } })).body as {
    balances: { seq: number; walletAfter: number | null }[]
  }

const satang = (amount: number) => Math.round(amount * 100)
/** The effect of a row on the wallet. */
function effectOf({ status, to, from, amount }: Row): number {
  if (status !== 'SUCCESS') return 0
  if (to === 'wallet') return satang(amount)
  return from === 'wallet' ? -satang(amount) : 0
}
const sumOf = (rows: Row[]) => rows.reduce((sum, row) => sum + effectOf(row), 0)

async function allRows(player: Player, kind: string | null = null, limit = 3): Promise<Row[]> {
  const rows: Row[] = []
  for (let at: number | null = null, isFirst = true; isFirst || at !== null; isFirst = false) {
    const part = await before(player, { before: at, kind, limit })
    rows.push(...part.statements)
    at = part.before
  }
  return rows
}

describe('what a member reads', () => {
  test("STMT-01 STMT-04 STMT-10 OP-STMT a page of the member's own rows, newest first, with the total", async () => {
    const [player, other] = [await world.addPlayer(0n, ['pg']), await world.addPlayer(0n, [])]
    await deposit(other, 77_700n)
    await deposit(player, 50_025n)
    await transfer(player, 'wallet', 'pg', 100)
    const { total, statements } = await pageOf(player, 1)
    expect(total).toBe(2)
    expect(statements).toMatchObject([
      {
        seq: 2,
        statementType: 'transfer',
        from: 'wallet',
        to: 'pg',
        status: 'SUCCESS',
        amount: 100,
      },
      { seq: 1, statementType: 'deposit', from: 'SCB', to: 'wallet', amount: 500.25 },
    ])
    expect(await pageOf(player, 2, 1)).toMatchObject({ total: 2, statements: [{ seq: 1 }] })
    expect(await pageOf(player, 900)).toEqual({ total: 2, statements: [] })
    expect((await pageOf(other, 1)).statements).toMatchObject([{ amount: 777, seq: 1 }])
    expect((await world.call('POST /api/statement', { body: { page: 1, limit: 1 } })).status).toBe(
      401,
    )
  })

  test('CARE-81 STMT-04 the part that ends with the oldest row is the last one', async () => {
    const player = await world.addPlayer(0n, [])
    for (let n = 0; n < 4; n += 1) await deposit(player, 1_000n)
    const first = await before(player, { before: null, kind: null, limit: 2 })
    expect(first.before).toBe(3)
    const rest = await before(player, { before: first.before, kind: null, limit: 2 })
    expect(rest.statements.map(({ seq }) => seq)).toEqual([2, 1])
    expect(rest.before).toBeNull()
  })

  test('STMT-04 a row names a bonus, a promotion, an invite, a refund or the wheel, and why money was taken back', async () => {
    const player = await world.addPlayer(0n, [])
    const kinds = ['bonus', 'promotion', 'invite', 'refund', 'luckydraw', 'correction'] as const
    for (const kind of kinds)
      await world.database.db.begin((tx) =>
        insertRow(tx, world.clock.now(), {
          memberId: player.id,
          operation: systemIds.key(),
          statementType: kind === 'correction' ? 'withdraw' : 'bonus',
          from: 'bonus',
          to: '',
          status: 'PENDING',
          money: { amount: 100n, currency: 'BAHT' },
          about: { [kind]: { description: `ข้อความ ${kind}` } },
        }),
      )
    const { statements } = await pageOf(player, 1)
    expect(
      statements.map((row) =>
        Object.keys(row).filter((name) => name in row && kinds.includes(name as never)),
      ),
    ).toEqual(kinds.toReversed().map((kind) => [kind]))
    expect(statements[0]!.correction).toEqual({ description: 'ข้อความ correction' })
    expect(statements[0]!.to).toBeNull()
  })

  test('one kind at a time, each row once, and a bonus with its end', async () => {
    const player = await world.addPlayer(0n, ['pg'])
    for (let n = 1; n <= 7; n += 1) {
      await deposit(player, BigInt(n) * 100n)
      if (n % 2 === 0) await transfer(player, 'wallet', 'pg', 1)
    }
    for (const statementType of ['bonus', 'finish_bonus'] as const)
      await world.database.db.begin((tx) =>
        insertRow(tx, world.clock.now(), {
          memberId: player.id,
          operation: systemIds.key(),
          statementType,
          from: '',
          to: '',
          status: 'PENDING',
          money: { amount: 1n, currency: 'BAHT' },
          about: null,
        }),
      )
    const kindsOf = async (kind: string | null) =>
      (await allRows(player, kind)).map(({ statementType }) => statementType)
    expect(await kindsOf('deposit')).toEqual(Array(7).fill('deposit'))
    expect(await kindsOf('transfer')).toEqual(Array(3).fill('transfer'))
    expect(await kindsOf('bonus')).toEqual(['finish_bonus', 'bonus'])
    expect(await kindsOf('withdraw')).toEqual([])
    const seqs = (await allRows(player)).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 12 }, (_, n) => 12 - n))
    for (const body of [
      { before: 0, kind: null, limit: 1 },
      { before: null, kind: 'all', limit: 1 },
      { before: null, kind: null, limit: 201 },
    ])
      expect((await player.call('POST /api/statement/before', { body })).status).toBe(400)
  })

  test('money in and out by day in Bangkok; rows that failed, wait or only moved to a game count as neither', async () => {
    const player = await world.addPlayer(0n, ['pg'])
    await deposit(player, 10_000n)
    await transfer(player, 'wallet', 'pg', 40)
    const row = (statementType: 'withdraw' | 'deposit', status: 'SUCCESS' | 'FAILED', at: string) =>
      world.database.db.begin((tx) =>
        insertRow(tx, new Date(at), {
          memberId: player.id,
          operation: systemIds.key(),
          statementType,
          from: '',
          to: '',
          status,
          money: { amount: 2_550n, currency: 'BAHT' },
          about: null,
        }),
      )
    const now = world.clock.now().getTime()
    const today = new Date(now + 7 * hourMs).toISOString().slice(0, 10)
    const yesterday = new Date(now - 17 * hourMs).toISOString().slice(0, 10)
    // The last second before midnight in Bangkok, and midnight itself.
    await row('withdraw', 'SUCCESS', `${yesterday}T16:59:59Z`)
    await row('withdraw', 'SUCCESS', `${yesterday}T17:00:00Z`)
    await row('withdraw', 'FAILED', `${yesterday}T17:00:00Z`)
    await row('deposit', 'SUCCESS', '2026-01-01T00:00:00Z')
    const { currency, days } = (await player.call('GET /api/statement/days')).body
    expect(currency).toBe('BAHT')
    expect(days).toHaveLength(14)
    expect(days.slice(-2)).toEqual([
      { day: yesterday, in: 0, out: 25.5 },
      { day: today, in: 100, out: 25.5 },
    ])
    expect(
      days.slice(0, -2).every((day: { in: number; out: number }) => day.in + day.out === 0),
    ).toBe(true)
  })
})

describe('sums', () => {
  test('I31 the rows sum to the wallet at every moment while they are written, including halves that stay there', async () => {
    const player = await world.addPlayer(0n, ['pg', 'betflix', 'joker2'])
    const { db } = world.database
    const snapshot = () =>
      db.begin(async (tx) => {
        await tx.query('set transaction isolation level repeatable read, read only')
        const [row] = await tx.query<{ rows: bigint; wallet: bigint; halves: bigint }>(
          `select (select balance from ledger_account where owner = $1 and kind = 'wallet') as wallet,
                  coalesce(sum(case when "to" = 'wallet' and status = 'SUCCESS' then amount
                                    when "from" = 'wallet' and status <> 'FAILED' then -amount else 0 end), 0)::bigint as rows,
                  count(*) filter (where status = 'FAILED') as halves
           from statement_row where member_id = $1`,
          [player.id],
        )
        return row!
      })
    await deposit(player, 500_000n)
    await transfer(player, 'wallet', 'pg', 500)
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: true })
    let isWriting = true
    const snapshots: { rows: bigint; wallet: bigint }[] = []
    const read = (async () => {
      while (isWriting) {
        const seen = await snapshot()
        snapshots.push(seen)
        const { total, statements } = await pageOf(player, 1, 100)
        expect(new Set(statements.map(({ seq }) => seq)).size).toBe(total)
      }
    })()
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => deposit(player, BigInt(n * 1_000 + 1))),
      (async () => {
        for (let n = 0; n < 4; n += 1) {
          await transfer(player, 'wallet', 'joker2', 10.05)
          await transfer(player, 'joker2', 'wallet', 3.02)
        }
      })(),
      (async () => {
        for (let n = 0; n < 3; n += 1) {
          const answer = await transfer(player, 'pg', 'betflix', 20.5)
          expect(answer.body.code).toBe('TRANSFER_FAIL')
        }
      })(),
    ])
    isWriting = false
    await read
    await world.sandbox.control('POST', '/games/betflix/maintenance', { on: false })
    expect(snapshots.length).toBeGreaterThan(3)
    for (const { rows, wallet } of snapshots) expect(rows).toBe(wallet)
    const last = await snapshot()
    expect(last.halves).toBe(3n)
    expect(last.rows).toBe(last.wallet)
    const stayed = (await pageOf(player, 1, 100)).statements.filter(
      ({ from, to }) => from === 'pg' && to === 'wallet',
    )
    expect(stayed).toHaveLength(3)
    expect(stayed[0]).toMatchObject({ statementType: 'transfer', status: 'SUCCESS', amount: 20.5 })
    const { movements, walletBefore, walletAfter } = await receiptOf(player, stayed[0]!.seq)
    expect(movements.map(({ kind }: { kind: string }) => kind)).toEqual([
      'transfer_hold',
      'transfer_settle',
      'transfer_hold',
      'transfer_return',
    ])
    expect([walletBefore, walletAfter].every((amount) => typeof amount === 'number')).toBe(true)
  })

  test('home, statement, receipts and export agree to the satang', async () => {
    const player = await world.addPlayer(0n, ['pg', 'joker2'])
    await deposit(player, 123_457n)
    for (const amount of [1.01, 99.99, 33.33]) await transfer(player, 'wallet', 'pg', amount)
    await transfer(player, 'pg', 'wallet', 12.34)
    await transfer(player, 'pg', 'joker2', 50)
    await transfer(player, 'joker2', 'wallet', 1.1)
    await deposit(player, 1n)
    const home = (await player.call('GET /api/wallet')).body
    const { total, statements } = await pageOf(player, 1, 100)
    const exported = await allRows(player, null, 2)
    expect(exported).toEqual(statements)
    expect(total).toBe(8)
    expect(sumOf(statements)).toBe(satang(home.wallet.amount))
    let held = 0
    for (const row of statements.toReversed()) {
      const receipt = await receiptOf(player, row.seq)
      expect(receipt.row).toEqual(row)
      expect(satang(receipt.walletBefore)).toBe(held)
      held += effectOf(row)
      expect(satang(receipt.walletAfter)).toBe(held)
      expect((await balancesOf(player, [row.seq])).balances).toEqual([
        { seq: row.seq, walletAfter: receipt.walletAfter },
      ])
    }
    expect(held).toBe(satang(home.wallet.amount))
    const games = home.slots.reduce(
      (sum: number, slot: { amount: number }) => sum + satang(slot.amount),
      0,
    )
    expect(held + games).toBe(123_458)
  })
})

describe('a receipt', () => {
  test('CARE-81 SEC-08 an operation shows only what is between the member and the operator, not who else took part', async () => {
    const [player, other] = [await world.addPlayer(0n, []), await world.addPlayer(0n, [])]
    const mine = { owner: player.id, kind: 'wallet', party: '', balanceAfter: 50_000n } as const
    const theirs = { ...mine, owner: other.id }
    const house = { ...mine, owner: null, kind: 'suspense' } as const
    const ends = [
      [house, mine],
      [theirs, mine],
      [mine, theirs],
      [theirs, house],
      [house, house],
    ] as const
    const legs = ends.map(([debit, credit]) => ({
      idem: systemIds.key(),
      kind: 'deposit' as const,
      money: { amount: 100n, currency: 'BAHT' as const },
      debit,
      credit,
      createdAt: world.clock.now(),
    }))
    expect(ownLegs(legs, player.id)).toEqual([legs[0]])
  })

  test('shows each movement; its proof comes with the seal, holds against the public seals, and fails once a movement was changed', async () => {
    const player = await world.addPlayer(0n, ['pg'])
    await deposit(player, 50_000n)
    await transfer(player, 'wallet', 'pg', 200)
    const fresh = await receiptOf(player, 2)
    expect(fresh).toMatchObject({ walletBefore: 500, walletAfter: 300 })
    expect(fresh.movements).toMatchObject([
      {
        kind: 'transfer_hold',
        from: { isMine: true, kind: 'wallet' },
        to: { isMine: true, kind: 'transfer' },
        amount: 200,
        walletBefore: 500,
        walletAfter: 300,
        proof: null,
      },
      {
        kind: 'transfer_settle',
        to: { kind: 'game', party: 'pg' },
        walletBefore: null,
        proof: null,
      },
    ])
    await sealMovements(world.database.db, world.clock)
    world.clock.moveMs(61_000)
    const { seals } = (await world.call('GET /seals.json')).body as { seals: Seal[] }
    const sealed = await receiptOf(player, 2)
    for (const { proof, id } of sealed.movements) {
      expect(checkProof(proof, seals)).toEqual({ proven: true })
      expect(proof.fields).toMatchObject({ idem: id, units: '20000' })
    }
    const copy = await copyDatabase(world.database)
    const proofsIn = async () => {
      const deps = { db: copy.db, listLinked: async () => [], listHeld }
      const receipt = (await readReceipt(deps, player.id, 2n)) as { movements: { proof: Proof }[] }
      return receipt.movements.map(({ proof }) => checkProof(proof, seals))
    }
    expect(await proofsIn()).toEqual([{ proven: true }, { proven: true }])
    const [{ id }] = sealed.movements
    await copy.damage(`update ledger_movement set amount = amount + 1 where idem = '${id}'`)
    // Both are leaves of the same tree, so neither leads to the published root any more.
    expect(await proofsIn()).toEqual([
      { proven: false, why: 'root' },
      { proven: false, why: 'root' },
    ])
    await copy.drop()
  })

  test('the balances of our own accounts are hidden, and the proof holds without them', async () => {
    const player = await world.addPlayer(0n, [])
    await deposit(player, 70_000n)
    await sealMovements(world.database.db, world.clock)
    world.clock.moveMs(61_000)
    const { seals } = (await world.call('GET /seals.json')).body as { seals: Seal[] }
    const {
      movements: [movement],
    } = await receiptOf(player, 1)
    const { proof } = movement!
    expect(movement).toMatchObject({ from: { isMine: false }, walletAfter: 700 })
    expect(checkProof(proof, seals)).toEqual({ proven: true })
    expect(proof.fields.debitSide).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(proof.fields.creditSide).toMatchObject({ seq: '1', balance: '70000' })
    const [house] = await world.database.db.query<{ balance: bigint; seq: bigint }>(
      'select debit_balance as balance, debit_seq as seq from ledger_movement where idem = $1',
      [movement!.id],
    )
    expect(JSON.stringify(movement)).not.toContain(`"${house!.balance}"`)
  })

  test('REACH-64 SEC-14 the wallet after each row of a page, and nothing of anyone else', async () => {
    const player = await world.addPlayer(0n, ['pg', 'joker2'])
    const other = await world.addPlayer(0n, [])
    await deposit(player, 50_000n)
    await transfer(player, 'wallet', 'pg', 200.25)
    await transfer(player, 'pg', 'joker2', 100)
    await deposit(other, 100n)
    const { balances } = await balancesOf(player, [1, 2, 3, 4])
    const receipts = await Promise.all([3, 2, 1].map((seq) => receiptOf(player, seq)))
    expect(balances).toEqual(
      receipts.map(({ row, walletAfter }) => ({ seq: row.seq, walletAfter })),
    )
    expect(balances.map(({ walletAfter }) => walletAfter)).toEqual([299.75, 299.75, 500])
    expect((await balancesOf(other, [1, 2, 3])).balances).toEqual([{ seq: 1, walletAfter: 1 }])
    for (const seqs of [[], [0], ['1'], Array.from({ length: 11 }, (_, n) => n + 1)]) {
      const refused = await player.call('POST /api/statement/balances', { body: { seqs } })
      expect(refused.status).toBe(400)
    }
    const asked = { body: { seqs: [1] } }
    expect((await world.call('POST /api/statement/balances', asked)).status).toBe(401)
  })

  test("SEC-14 NO_DATA for another member's row, and for one that does not exist", async () => {
    const [player, other] = [await world.addPlayer(0n, []), await world.addPlayer(0n, [])]
    await deposit(player, 100n)
    expect((await receiptOf(player, 1)).row.amount).toBe(1)
    for (const seq of ['1', '2', '0', '999999999999999'])
      expect(await receiptOf(other, Number(seq))).toMatchObject({ code: 'NO_DATA' })
    expect((await other.call('GET /api/statement/row/2')).status).toBe(404)
    expect((await other.call('GET /api/statement/row/x')).status).toBe(400)
  })

  test("a movement's text about another member is shown to that member only", async () => {
    const [player, other] = [await world.addPlayer(0n, []), await world.addPlayer(0n, [])]
    await deposit(player, 100n)
    await deposit(other, 200n)
    const { db } = world.database
    // As if an operation had first credited one member and then the other.
    const listLinked = async (on: Queryable) => {
      const foreign = await on.query<{ operation: string }>(
        'select operation from statement_row where member_id = $1',
        [other.id],
      )
      return foreign.map(({ operation }) => operation)
    }
    const deps = { db, listLinked, listHeld }
    const receipt = (await readReceipt(deps, player.id, 1n)) as { movements: { amount: unknown }[] }
    expect(receipt.movements.map(({ amount }) => amount)).toContainEqual({
      amount: 100n,
      currency: 'BAHT',
    })
    expect(receipt.movements.map(({ amount }) => amount)).not.toContainEqual({
      amount: 200n,
      currency: 'BAHT',
    })
  })

  test('CARE-22 it shows what came to the member and left them, and no house accounts', async () => {
    const player = await world.addPlayer(0n, [])
    const { db } = world.database
    const desk = openTestDepositDesk(db, world.clock)
    const by = { actor: 'operator:nok', requestId: 'test', note: 'receipt 4711' } as const
    const { id } = await settle(anyArrival({ hold: 'unknown-payer' }))
    await matchDeposit(desk, { ...by, id, memberId: player.id })
    await takeBack(desk, { ...by, id, isGone: false })
    for (const seq of [1, 2]) {
      const receipt = await receiptOf(player, seq)
      expect(receipt.movements.length).toBeGreaterThan(0)
      for (const { from, to } of receipt.movements) expect(from.isMine !== to.isMine).toBe(true)
      expect(JSON.stringify(receipt)).not.toContain('1112223334')
    }
    expect((await receiptOf(player, 2)).movements[0]).toMatchObject({
      from: { isMine: true, kind: 'wallet' },
      to: { isMine: false, kind: 'suspense', party: '' },
    })
  })

  test('an announced deposit shows the money that took its row over', async () => {
    const player = await world.addPlayer(0n, [])
    await world.set('deposit.manual', true)
    const asked = await player.call('POST /api/wallet/add', {
      body: { amount: 321 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(asked.status, asked.text).toBe(200)
    expect((await receiptOf(player, 1)).movements).toEqual([])
    const [{ amount }] = (await pageOf(player, 1)).statements as [StatementRow & Row]
    await deposit(player, BigInt(satang(amount)))
    expect((await pageOf(player, 1)).statements).toMatchObject([{ status: 'SUCCESS' }])
    expect((await receiptOf(player, 1)).movements).toMatchObject([
      {
        kind: 'deposit',
        from: { isMine: false, kind: 'bank' },
        to: { kind: 'wallet' },
        walletBefore: 0,
      },
      {
        kind: 'coin_grant',
        from: { isMine: false },
        to: { kind: 'coin' },
        currency: 'COIN',
        amount: 3,
      },
    ])
  })
})
