import { systemClock, type Clock } from '../../../apps/server/src/core/clock.ts'
import { listen } from '../../../apps/server/src/core/http/http.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { openClients } from '../../../apps/server/src/system/outside.ts'
import { createLog } from '../../../apps/server/src/core/telemetry/log.ts'
import { createMetrics } from '../../../apps/server/src/core/telemetry/metrics.ts'
import { startSession } from '../../../apps/server/src/core/session/session.ts'
import { openSystem } from '../../../apps/server/src/system/open.ts'
import { openMemberAccounts } from '../../../apps/server/src/entry/registration/member-accounts.ts'
import { accountBook } from '../../../apps/server/src/ledger/accounts.ts'
import { postAll } from '../../../apps/server/src/ledger/post.ts'
import { listBalances } from '../../../apps/server/src/ledger/read.ts'
import { verifyLedger } from '../../../apps/server/src/ledger/verify.ts'
import { insertMember } from '../../../apps/server/src/records/account/store.ts'
import { startSandbox, type Sandbox } from '../../../apps/server/src/testing/doubles/sandbox.ts'
import {
  movableClock,
  send,
  testConfig,
  type Answer,
} from '../../../apps/server/src/testing/worlds/test-app.ts'
import { ledgerChecks } from '../../../apps/server/src/desk/watch/ledger.ts'
import { setStage, type BenchDatabase } from '../stage.ts'

/** A member with money, and the member's name at every provider. */
export type Player = { id: string; token: string; names: Map<string, string> }

export type World = {
  stage: BenchDatabase
  sandbox: Sandbox
  /** The server that is never killed; its clock stands still until it is moved. */
  address: string
  aheadMs: () => number
  addPlayer: (satang: bigint, games: readonly string[]) => Promise<Player>
  /** Moves time forward here and at the providers, and has the worker run due jobs. */
  passTime: (ms: number) => Promise<void>
  /** Ledger balances by place; `transit` is the held money. */
  balances: (player: Player) => Promise<Map<string, bigint>>
  /** Each player's balance at the provider, in satang. */
  providerBalances: (game: string) => Promise<Map<string, bigint>>
  countViolations: () => Promise<number>
  close: () => Promise<void>
}

const askAgainAfterMs = [20, 60]

/** A private database, sandbox and server for this run. */
export async function openWorld(): Promise<World> {
  const stage = await setStage({
    members: 0,
    connections: 10,
    settings: { shared_buffers: '128MB', max_wal_size: '1GB' },
  })
  const sandbox = await startSandbox()
  const clock = movableClock(systemClock.now().toISOString())
  const server = await composeServer(stage, { sandbox, clock })
  const aheadMs = () => clock.now().getTime() - systemClock.now().getTime()
  const setProviderTime = () =>
    sandbox.control('POST', '/clock', { offsetMs: Math.round(aheadMs()) })
  return {
    stage,
    sandbox,
    address: server.address,
    aheadMs,
    addPlayer: (satang, games) => addPlayer({ stage, clock, ...server }, satang, games),
    passTime: async (ms) => {
      clock.moveMs(ms)
      await setProviderTime()
      await server.runJobs()
    },
    balances: async ({ id }) =>
      new Map(
        (await listBalances(stage.db, id))
          .filter(({ kind }) => ['wallet', 'transfer', 'game'].includes(kind))
          .map(({ kind, party, money }) => [
            kind === 'transfer' ? 'transit' : party || kind,
            money.amount,
          ]),
      ),
    providerBalances: async (game) => {
      const accounts = await sandbox.control<{ username: string; balance: string }[]>(
        'GET',
        `/games/${game}/accounts`,
      )
      return new Map(
        accounts.map(({ username, balance }) => [username, BigInt(balance.replace('.', ''))]),
      )
    },
    countViolations: async () => {
      const { violations } = await verifyLedger(stage.db, { full: true, checks: ledgerChecks })
      for (const one of violations) console.error('violation:', one)
      return violations.length
    },
    close: async () => {
      await server.close()
      await sandbox.stop()
      await stage.stop()
    },
  }
}

type StageDeps = { stage: Pick<BenchDatabase, 'db'>; clock: Clock }

async function composeServer(
  stage: BenchDatabase,
  { sandbox, clock }: { sandbox: Sandbox; clock: Clock },
) {
  const config = {
    ...testConfig,
    sandboxUrl: sandbox.url,
    games: { credentialKey: Buffer.alloc(32, 7), agents: {} },
    rateLimitFactor: 1_000_000,
  }
  const system = await openSystem({
    config,
    db: stage.db,
    clock,
    ids: systemIds,
    outside: openClients({ config, db: stage.db, clock }),
    log: createLog('silent'),
    metrics: createMetrics(),
    distDir: import.meta.dirname,
    askAgainAfterMs,
  })
  const { port } = await listen(system.fastify, config)
  return {
    address: `http://127.0.0.1:${port}`,
    runJobs: () => system.jobs.runDue(),
    close: async () => {
      await system.fastify.close()
      await system.close()
    },
  }
}

let added = 0

/**
 * A member registered in the database, with money in the wallet, and with accounts that are opened through the server.
 */
export async function addPlayer(
  { stage, clock, address }: StageDeps & { address: string },
  satang: bigint,
  games: readonly string[],
): Promise<Player> {
  const { db } = stage
  added += 1
  const phone = `+668${String(added).padStart(8, '0')}`
  const member = {
    id: systemIds.code(),
    phone,
    username: phone.replace('+66', '0'),
    name: 'Somchai',
    currency: 'BAHT' as const,
    bankCode: 'KBANK',
    bankAccountName: 'SOMCHAI JAIDEE',
    bankAccountNo: String(1_000_000_000 + added),
    sourceCode: null,
    invitedBy: null,
    language: 'th' as const,
    createdAt: clock.now(),
    passwordHash: 'nobody logs in',
  }
  const book = accountBook(db)
  await db.begin(async (tx) => {
    await insertMember(tx, member)
    await openMemberAccounts(book, tx, { memberId: member.id, currency: 'BAHT' })
  })
  const [wallet] = await book.find(member.id, [['wallet', '']])
  const opening = await book.house('opening', '', 'BAHT')
  const money = { amount: satang, currency: 'BAHT' as const }
  const funding = { idem: systemIds.key(), debit: opening, credit: wallet!, money }
  await db.begin((tx) => postAll(tx, clock.now(), [{ ...funding, kind: 'opening' }]))
  const token = await startSession({ clock, ids: systemIds }, db, {
    memberId: member.id,
    address: '127.0.0.1',
    device: 'bench',
  })
  const names = new Map<string, string>()
  for (const game of games) {
    await expectGood(await send(address, `GET /api/wallet/activate/${game}`, { token }))
    const account = await send(address, `GET /api/wallet/account/${game}`, { token })
    names.set(game, account.body.username as string)
  }
  return { id: member.id, token, names }
}

export async function expectGood(answer: Answer): Promise<Answer> {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}
