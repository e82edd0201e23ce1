import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../apps/server/src/core/clock.ts'
import { systemIds } from '../../apps/server/src/core/ids.ts'
import { migrate } from '../../apps/server/src/core/db/migrate.ts'
import { verifyLedger } from '../../apps/server/src/ledger/verify.ts'
import { seedDemo } from '../../apps/server/src/seed.ts'
import { startSandbox } from '../../apps/server/src/testing/doubles/sandbox.ts'
import { send, type Answer } from '../../apps/server/src/testing/worlds/test-app.ts'
import { ledgerChecks } from '../../apps/server/src/desk/watch/ledger.ts'
import type { Bench, Report } from './report.ts'
import { linkPackages } from '../mutants/mutant-copy.ts'
import { repository } from '../../tools/run-tool.ts'
import { setStage } from './stage.ts'

const migrations = 'apps/server/migrations'
const sql = [`${migrations}/*.sql`, 'apps/server/src/**/*.sql']
const credentialKey = Buffer.alloc(32, 7)

/**
 * F13: the release before the newest SQL change keeps working on today's tables and functions, as it must during a
 * rolling upgrade.
 */
export const bench: Bench = {
  name: 'old-app',
  proves: ['F13'],
  run: async (report) => {
    const folder = await mkdtemp(join(tmpdir(), 'kapao-old-'))
    const stage = await setStage({
      members: 0,
      connections: 4,
      settings: { shared_buffers: '128MB', max_wal_size: '512MB' },
    })
    const sandbox = await startSandbox()
    let server: ChildProcess | null = null
    try {
      const commit = commitBeforeNewest()
      await unpack(commit, folder)
      await migrateThrough(stage.url, folder)
      const around = { clock: systemClock, ids: systemIds, variant: 'thai', credentialKey } as const
      const { logins } = await seedDemo(stage.db, around)
      server = fork(join(folder, 'apps/server/src/main.ts'), {
        env: {
          DATABASE_URL: stage.url,
          SANDBOX_URL: sandbox.url,
          DATA_DIR: folder,
          GAME_CREDENTIAL_KEY: credentialKey.toString('hex'),
          GIFT_LINK_SEAL_KEY: '09'.repeat(32),
          PORT: '0',
          RUN_WORKER: '1',
          LOG_LEVEL: 'error',
          RATE_LIMIT_FACTOR: '1000000',
        },
      })
      const [{ ready }] = (await once(server, 'message')) as [{ ready: { port: number } }]
      await actAsMember(`http://127.0.0.1:${ready.port}`, logins[0]!, report)
      const { violations } = await verifyLedger(stage.db, { full: true, checks: ledgerChecks })
      const found = violations.length
      report({ name: 'old-app.violations', value: found, unit: 'findings', target: '= 0' })
    } finally {
      server?.kill('SIGKILL')
      await sandbox.stop()
      await stage.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** As in an upgrade: the earlier version created this database, and today's version migrates it. */
async function migrateThrough(url: string, folder: string): Promise<void> {
  const before = join(folder, 'apps/server')
  await migrate(url, { tables: join(before, 'migrations'), functions: join(before, 'src') })
  await migrate(url)
}

/** The last commit without the newest SQL of this working tree. */
function commitBeforeNewest(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain', '--', ...sql) !== '') return git('rev-parse', 'HEAD')
  const newest = git('log', '-1', '--format=%H', '--', ...sql)
  // Until the first release migrations were rewritten, and earlier versions need not run on them.
  const rewritten = [
    'diff',
    '--name-only',
    '--no-renames',
    '--diff-filter=MD',
    `${newest}^`,
    'HEAD',
  ]
  const isRelease = git(...rewritten, '--', `${migrations}/*.sql`) === ''
  return git('rev-parse', isRelease ? `${newest}^` : newest)
}

async function unpack(commit: string, folder: string): Promise<void> {
  const archive = execFileSync('git', ['archive', commit, 'apps', 'packages', 'package.json'], {
    cwd: repository,
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await linkPackages(folder)
}

type Slot = { code: string; isActive: boolean }
/** Families that the tests know well. */
const playable = ['askmebet', 'joker2', 'betflix', 'pgslot', 'pg']

type Login = { username: string; password: string }

/** A member's actions in five minutes; the old server must support all of them. */
async function actAsMember(
  address: string,
  { username, password }: Login,
  report: Report,
): Promise<void> {
  const answers: [string, Answer][] = []
  let token = ''
  const call = async (name: string, body?: object): Promise<Answer> => {
    const headers = { 'idempotency-key': systemIds.key(), 'x-client': 'wallet-user' }
    const asked = { headers, ...(token ? { token } : {}), ...(body ? { body } : {}) }
    const answer = await send(address, name, asked)
    answers.push([name, answer])
    return answer
  }
  token = (await call('POST /api/login', { username, password })).body?.token ?? ''
  for (const name of ['lookup/info', 'lookup/banks', 'wallet', 'wallet/refresh/slot'])
    await call(`GET /api/${name}`)
  for (const name of ['account/profile', 'bonus', 'spinwheel/setup', 'invite/banners'])
    await call(`GET /api/${name}`)
  await call('POST /api/statement', { page: 1, limit: 10 })
  // This sandbox does not have the demo's accounts; an account opened now exists there too.
  const { slots } = (await call('GET /api/wallet')).body as { slots: Slot[] }
  const game = slots.find(({ code, isActive }) => !isActive && playable.includes(code))!.code
  await call(`GET /api/wallet/activate/${game}`)
  await call('POST /api/wallet/transfer', { from: 'wallet', to: game, amount: 10 })
  await call('POST /api/wallet/transfer', { from: game, to: 'wallet', amount: 5 })
  await call('POST /api/wallet/withdraw', { amount: 100 })
  const worked = answers.filter(([, { status }]) => status === 200).length
  for (const [name, { status, text }] of answers)
    if (status !== 200) console.error(`${name} answered ${status}: ${text.slice(0, 200)}`)
  const faults = answers.filter(([, { status }]) => status >= 500).length
  report({ name: 'old-app.calls', value: answers.length, unit: 'calls' })
  report({ name: 'old-app.worked', value: worked, unit: 'calls', target: `= ${answers.length}` })
  report({ name: 'old-app.faults', value: faults, unit: 'calls', target: '= 0' })
}
