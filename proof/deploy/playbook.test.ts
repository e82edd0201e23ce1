import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
