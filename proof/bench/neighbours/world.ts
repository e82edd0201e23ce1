import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@kapao/contract/times'
import { openDb, type Db } from '../../../apps/server/src/core/db/db.ts'
import { systemClock } from '../../../apps/server/src/core/clock.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { startSession } from '../../../apps/server/src/core/session/session.ts'
import { openMemberAccounts } from '../../../apps/server/src/entry/registration/member-accounts.ts'
import { accountBook } from '../../../apps/server/src/ledger/accounts.ts'
import { postAll } from '../../../apps/server/src/ledger/post.ts'
import { insertMember } from '../../../apps/server/src/records/account/store.ts'
import { createHasher } from '../../../apps/server/src/entry/password/hasher.ts'
import {
  send,
  type Answer,
  type CallOptions,
} from '../../../apps/server/src/testing/worlds/test-app.ts'
import { startFront, type FrontOptions } from '../../deploy/front.ts'
import { findChildren } from '../../../tools/testing/process-tree.ts'
import { makeDataDir, startCopy } from '../../../tools/testing/running-copy.ts'

/** A member who can log in, with money, and the network they use. */
export type Member = {
  id: string
  phone: string
  token: string
  from: string
  /** The member's name at each provider. */
  names: Record<string, string>
  /** The cookie that the server set on their phone. */
  cookie: string
}

export type HouseCall = CallOptions & { from?: string }

/** An expectation of honest members while the act is under way. */
export type Wish = { name: string; value: number; unit: string; target?: string }

export type Crew = { attackers: readonly Member[]; others: readonly Member[] }

/**
 * The whole system as `npm start` runs it, with its real limits, with members who attack and members who are affected.
 */
export type BenchWorld = {
  app: string
  console: string
  ownerDb: Db
  call: (name: string, options?: HouseCall) => Promise<Answer>
  /** As the member, from the member's own network. */
  callAs: (member: Member, name: string, options?: HouseCall) => Promise<Answer>
  addMembers: (count: number, games?: readonly string[]) => Promise<Member[]>
  control: <T>(method: string, path: string, body?: unknown) => Promise<T>
  addFault: (rule: Record<string, unknown>) => Promise<void>
  clearFaults: () => Promise<void>
  /** Of the server's process alone. */
  size: () => { megabytes: number; openFiles: number }
  stop: () => Promise<void>
}

export const password = 'three quiet rivers'
const satangEach = 1_000_000n
/** More at once would itself be an attack. */
const openedAtOnce = 4

export async function openWorld({ proxy = false }: { proxy?: boolean } = {}): Promise<BenchWorld> {
  const { dataDir, remove } = await makeDataDir()
  const copy = await startCopy({
    dataDir,
    env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' },
  })
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { databaseUrl: string }
  const open = (role: string | null) =>
    openDb({ url: run.databaseUrl, role, connectionsMax: 4, applicationName: 'kapao bench' })
  const [db, ownerDb] = [open(appRole), open(null)]
  const server = (await findChildren(copy.pid)).find(({ command }) =>
    /server.src.main/.test(command),
  )
  if (!server) throw new Error('the server is not among the processes of the copy')
  const front = proxy ? await startFront(before(copy)) : null
  const app = front ? `http://127.0.0.1:${front.members}` : copy.app
  const call: BenchWorld['call'] = (name, { from, headers, ...rest } = {}) =>
    send(app, name, {
      ...rest,
      headers: { ...(from === undefined ? {} : { 'x-forwarded-for': from }), ...headers },
    })
  const callAs: BenchWorld['callAs'] = (member, name, options = {}) =>
    call(name, { token: member.token, from: member.from, ...options })
  const control = <T>(method: string, path: string, body?: unknown) =>
    askControl<T>(copy.control, { method, path, body })
  return {
    app,
    console: copy.console,
    ownerDb,
    call,
    callAs,
    addMembers: async (count, games = []) => {
      const members = await addMembers({ db, ownerDb }, count)
      for (const game of games) await openAccounts({ callAs }, members, game)
      return members
    },
    control,
    addFault: (rule) => control('POST', '/faults', rule),
    clearFaults: () => control('DELETE', '/faults'),
    size: () => sizeOf(server.pid),
    stop: async () => {
      await Promise.all([db.close(), ownerDb.close()])
      await front?.stop()
      await copy.stop()
      await remove()
    },
  }
}

/** One server in the place of two machines, with callers of any network from this one. */
function before({ app }: { app: string }): FrontOptions {
  const { hostname, port } = new URL(app)
  return {
    first: hostname,
    second: hostname,
    proxyNetworks: '127.0.0.0/8\n',
    serverPort: Number(port),
  }
}

async function askControl<T>(
  url: string,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Promise<T> {
  const sent =
    body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const reply = await fetch(url + path, { method, ...sent })
  if (!reply.ok) throw new Error(`the sandbox refused ${path}: ${await reply.text()}`)
  const text = await reply.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

let added = 0
let passwordHash: string | null = null

/** As if they had registered two days ago, each on a phone in a different network. */
async function addMembers(
  { db, ownerDb }: { db: Db; ownerDb: Db },
  count: number,
): Promise<Member[]> {
  passwordHash ??= await createHasher(systemClock).hash(password, { known: 'bench' })
  const book = accountBook(db)
  const opening = await book.house('opening', '', 'BAHT')
  const members: Member[] = []
  for (let n = 0; n < count; n += 1) {
    added += 1
    const id = systemIds.code()
    const username = `08${String(10_000_000 + added).padStart(8, '0')}`
    const from = `10.${100 + (added >> 8)}.${added & 255}.7`
    await db.begin(async (tx) => {
      await insertMember(tx, {
        id,
        phone: `+66${username.slice(1)}`,
        username,
        name: 'Somchai',
        currency: 'BAHT',
        bankCode: 'KBANK',
        bankAccountName: 'SOMCHAI JAIDEE',
        bankAccountNo: String(2_000_000_000 + added),
        sourceCode: null,
        invitedBy: null,
        language: 'th',
        createdAt: new Date(systemClock.now().getTime() - 2 * dayMs),
        passwordHash: passwordHash!,
      })
      await openMemberAccounts(book, tx, { memberId: id, currency: 'BAHT' })
    })
    const [wallet] = await book.find(id, [['wallet', '']])
    const money = { amount: satangEach, currency: 'BAHT' as const }
    const funding = { idem: systemIds.key(), debit: opening, credit: wallet!, money }
    await db.begin((tx) => postAll(tx, systemClock.now(), [{ ...funding, kind: 'opening' }]))
    const token = await startSession({ clock: systemClock, ids: systemIds }, db, {
      memberId: id,
      address: from,
      device: 'bench',
    })
    members.push({ id, phone: username, token, from, names: {}, cookie: '' })
  }
  await ownerDb.query('analyze account_member')
  return members
}

async function openAccounts(
  { callAs }: Pick<BenchWorld, 'callAs'>,
  members: readonly Member[],
  game: string,
): Promise<void> {
  const waiting = [...members]
  const work = async (): Promise<void> => {
    for (let member = waiting.shift(); member; member = waiting.shift()) {
      const answer = await callAs(member, `GET /api/wallet/activate/${game}`)
      if (answer.status !== 200) throw new Error(`no account at ${game}: ${answer.text}`)
      const account = await callAs(member, `GET /api/wallet/account/${game}`)
      member.names[game] = account.body.username as string
    }
  }
  await Promise.all(Array.from({ length: openedAtOnce }, work))
}

function sizeOf(pid: number): { megabytes: number; openFiles: number } {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { megabytes: Number(kilobytes) / 1024, openFiles: readdirSync(`/proc/${pid}/fd`).length }
}
