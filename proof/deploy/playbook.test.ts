import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy')
const playbook = join(deploy, 'ansible')
const hasAnsible = spawnSync('ansible-playbook', ['--version']).status === 0
/** Not of a machine that the playbook brings up: images, Kubernetes, dashboards, tests, and where secrets are kept. */
const elsewhere =
  /^(?:ansible|kubernetes|grafana)\/|^Containerfile$|^compose\.yaml$|-test\.yml$|^etcd\/certificates\.sh$/

test.skipIf(!hasAnsible)(
  'BOOK-01 the playbook is read without a fault, with the example and new secrets',
  { tags: 'long-1' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-playbook-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const secrets = join(folder, 'secrets.yml')
    writeFileSync(secrets, execFileSync('sh', [join(playbook, 'secrets.sh')]))
    for (const name of ['site.yml', 'restart.yml']) {
      const args = [
        '--syntax-check',
        '-i',
        join(playbook, 'example/inventory.yml'),
        '-e',
        `@${secrets}`,
      ]
      const { status, stderr } = spawnSync('ansible-playbook', [...args, join(playbook, name)], {
        cwd: playbook,
        encoding: 'utf8',
      })
      expect(stderr).not.toMatch(/error/i)
      expect(status).toBe(0)
    }
  },
)

test.skipIf(!hasAnsible)(
  'BOOK-04 the playbook stops before it changes anything where it would shut its own machine out, or a certificate is not that of its machine',
  { tags: 'long-4' },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-before-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(join(playbook, 'example'), folder, { recursive: true })
    const makeCertificates = (redis: string) =>
      execFileSync('sh', [
        join(deploy, 'etcd/certificates.sh'),
        join(folder, 'certificates'),
        'db1=10.0.0.11',
        'db2=10.0.0.12',
        'db3=10.0.0.13',
        '--',
        `redis=${redis}`,
      ])
    const play = (from: string) =>
      spawnSync(
        'ansible-playbook',
        ['--connection=local', '--limit=front1', '-i', join(folder, 'inventory.yml'), 'before.yml'],
        {
          cwd: playbook,
          encoding: 'utf8',
          env: { ...process.env, SSH_CONNECTION: `${from} 50000 10.0.0.11 22` },
        },
      )
    makeCertificates('10.0.0.21')
    expect(play('10.0.9.7')).toMatchObject({ status: 0 })
    const outside = play('10.0.8.7')
    expect(outside.status).not.toBe(0)
    expect(outside.stdout).toContain('You come from 10.0.8.7, which is not in `office`')
    makeCertificates('10.0.0.31')
    const other = play('10.0.9.7')
    expect(other.status).not.toBe(0)
    expect(other.stdout).toContain('IP 10.0.0.21 does NOT match certificate')
  },
)

test('BOOK-04 an authority whose key is encrypted makes no certificates, and leaves those that there are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-authority-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const make = () =>
    spawnSync('sh', [join(deploy, 'etcd/certificates.sh'), folder, 'db1=10.0.0.11'], {
      encoding: 'utf8',
    })
  expect(make().status).toBe(0)
  const key = readFileSync(join(folder, 'db1.key'), 'utf8')
  writeFileSync(join(folder, 'authority.key'), '$ANSIBLE_VAULT;1.1;AES256\n')
  const { status, stderr } = make()
  expect(status).toBe(1)
  expect(stderr).toContain('authority.key is encrypted')
  expect(readFileSync(join(folder, 'db1.key'), 'utf8')).toBe(key)
})

test('BOOK-01 new secrets are new each time, and long', () => {
  const [first, second] = [0, 1].map(() =>
    execFileSync('sh', [join(playbook, 'secrets.sh')], { encoding: 'utf8' }),
  )
  const valuesOf = (text = '') =>
    [...text.matchAll(/: ([0-9a-f]{32,})$/gm)].map(([, value]) => value)
  expect(valuesOf(first).length).toBeGreaterThan(7)
  expect(new Set([...valuesOf(first), ...valuesOf(second)]).size).toBe(valuesOf(first).length * 2)
})

test('BOOK-01 every file of deploy/ that a machine needs is brought there by a role', () => {
  const roles = filesBelow(join(playbook, 'roles')).map((path) =>
    readFileSync(join(playbook, 'roles', path), 'utf8'),
  )
  const brought = roles.join('\n')
  const needed = filesBelow(deploy).filter((path) => !elsewhere.test(path))
  expect(needed.length).toBeGreaterThan(15)
  const nameOf = (path: string) => path.split('/').at(-1)!
  expect(needed.filter((path) => !brought.includes(nameOf(path)))).toEqual([])
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
}

test('BETWEEN-07 nothing asks a Patroni unencrypted, which would take it for one that is not there', () => {
  const files = readdirSync(deploy, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  const asking = files
    .flatMap(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8').split('\n'))
    .filter((line) => /:8008\/|RESTAPI_CONNECT_ADDRESS\}|primary=/.test(line))
  expect(asking.length).toBeGreaterThan(4)
  expect(asking.filter((line) => line.includes('http://'))).toEqual([])
})
