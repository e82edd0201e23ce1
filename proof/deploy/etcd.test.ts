import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy/etcd')
const names = ['db1', 'db2', 'db3'] as const
type Name = (typeof names)[number]
/** Ports are those of deploy/, so that each run needs addresses of its own. */
const network = `127.${100 + (process.pid % 100)}.${Math.floor(process.pid / 100) % 250}`
const addressOf = (name: Name): string => `${network}.1${name.slice(-1)}`

const path = `${process.env['PATH']}:/usr/sbin`
const hasEtcd = ['etcd', 'etcdctl', 'openssl'].every(
  (program) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: path } }).status === 0,
)

let folder: string
const running = new Map<Name, ChildProcess>()

/** deploy/etcd/etcd.env as docs/production.md changes it, with folders of this test. */
function settingsOf(name: Name, address: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const line of readFileSync(join(deploy, 'etcd.env'), 'utf8').split('\n')) {
    const [, key, value = ''] = line.match(/^(ETCD_\w+)=(.*)$/) ?? []
    if (key === undefined) continue
    settings[key] = value
      .replaceAll('10.0.0.11', /LISTEN|ADVERTISE/.test(key) ? address : addressOf('db1'))
      .replaceAll('10.0.0', network)
      .replace('/etc/kapao/machine/machine', join(folder, name))
      .replace('/etc/kapao/machine', folder)
  }
  return { ...settings, ETCD_NAME: name, ETCD_DATA_DIR: join(folder, `data-${name}-${address}`) }
}

function start(name: Name, address = addressOf(name)): ChildProcess {
  const env = { PATH: path, ...settingsOf(name, address) }
  const child = spawn('sh', [join(deploy, 'start-etcd.sh')], { env, stdio: 'ignore' })
  running.set(name, child)
  return child
}

async function burn(name: Name): Promise<void> {
  const child = running.get(name)!
  child.kill('SIGKILL')
  await once(child, 'exit')
  rmSync(join(folder, `data-${name}-${addressOf(name)}`), { recursive: true })
}

type As = { certificate: string; authority?: string }

/** As somebody with this certificate; null where it is refused. */
function ask(
  at: Name,
  args: readonly string[],
  as: As | null = { certificate: at },
): string | null {
  const authority = join(folder, `${as?.authority ?? 'authority'}.crt`)
  const own =
    as === null ? [] : ['--cert', `${as.certificate}.crt`, '--key', `${as.certificate}.key`]
  const line = ['--endpoints', `https://${addressOf(at)}:2379`, '--command-timeout=2s', ...own]
  const { status, stdout } = spawnSync('etcdctl', [...line, '--cacert', authority, ...args], {
    env: { PATH: path, ETCDCTL_API: '3' },
    encoding: 'utf8',
    cwd: folder,
  })
  return status === 0 ? stdout.trim() : null
}

const isWhole = () =>
  vi.waitFor(
    () => {
      for (const name of names) expect(ask(name, ['endpoint', 'health'])).not.toBeNull()
      expect(ask('db1', ['member', 'list'])?.match(/, started, db\d,/g)).toHaveLength(3)
    },
    { timeout: 45_000, interval: 200 },
  )

beforeAll(async () => {
  if (!hasEtcd) return
  folder = mkdtempSync(join(tmpdir(), 'kapao-etcd-'))
  const machines = names.map((name) => `${name}=${addressOf(name)}`)
  execFileSync('sh', [join(deploy, 'certificates.sh'), folder, ...machines])
  execFileSync('sh', [
    join(deploy, 'certificates.sh'),
    join(folder, 'foreign'),
    `db1=${network}.11`,
  ])
  execFileSync('sh', [join(deploy, 'certificates.sh'), folder, '--', `redis=${network}.31`])
  for (const name of names) start(name)
  await isWhole()
}, 60_000)
afterAll(async () => {
  for (const child of running.values()) child.kill('SIGKILL')
  if (hasEtcd) rmSync(folder, { recursive: true, force: true })
})

test.skipIf(!hasEtcd)(
  'BETWEEN-02 BETWEEN-07 etcd answers nobody without a certificate of its authority',
  { tags: 'long-3' },
  () => {
    const read = ['get', '--prefix', '/']
    expect(ask('db1', read)).not.toBeNull()
    expect(ask('db1', ['put', '/service/kapao/leader', 'me'], null)).toBeNull()
    expect(ask('db1', read, null)).toBeNull()
    expect(ask('db1', read, { certificate: 'foreign/db1' })).toBeNull()
    expect(
      ask('db1', read, { certificate: 'foreign/db1', authority: 'foreign/authority' }),
    ).toBeNull()
    // One that only answers, as that of Redis, is nobody's who asks.
    expect(ask('db1', read, { certificate: 'redis' })).toBeNull()
    const figures = spawnSync('curl', ['--silent', '--fail', `http://${network}.11:2381/metrics`])
    expect(String(figures.stdout)).toContain('etcd_server_has_leader 1')
    const keys = ['--silent', '--fail', '--data', '{}', `http://${network}.11:2381/v3/kv/range`]
    expect(spawnSync('curl', keys).status).not.toBe(0)
  },
)

test.skipIf(!hasEtcd)(
  'GONE-04 a machine that comes back empty takes the place of the member that it was, however often',
  { tags: 'long-4', timeout: 120_000 },
  async () => {
    ask('db1', ['put', 'kept', 'yes'])
    for (const name of ['db3', 'db1'] as const) {
      const before = ask('db2', ['member', 'list'])
      await burn(name)
      start(name)
      await isWhole()
      expect(ask('db2', ['member', 'list'])).not.toBe(before)
      expect(ask(name, ['get', '--print-value-only', 'kept'])).toBe('yes')
    }
    // With its data it is the member that it was.
    const before = ask('db2', ['member', 'list'])
    running.get('db3')!.kill('SIGKILL')
    await once(running.get('db3')!, 'exit')
    start('db3')
    await isWhole()
    expect(ask('db2', ['member', 'list'])).toBe(before)
  },
)

test.skipIf(!hasEtcd)(
  'GONE-05 a second machine under the name of one that lives does not displace it',
  { tags: 'long-2', timeout: 60_000 },
  async () => {
    const before = ask('db2', ['member', 'list'])
    const first = running.get('db3')!
    const second = start('db3', `${network}.14`)
    const [code] = (await once(second, 'exit')) as [number]
    expect(code).toBe(1)
    running.set('db3', first)
    expect(ask('db2', ['member', 'list'])).toBe(before)
    await isWhole()
  },
)
