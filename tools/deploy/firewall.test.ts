import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy/nftables')
const kinds = readdirSync(deploy).filter((name) => name !== 'addresses.nft')
const path = `${process.env['PATH']}:/usr/sbin`
const hasNetwork =
  spawnSync('unshare', ['--net', 'nft', 'list', 'ruleset'], { env: { PATH: path } }).status === 0

test.skipIf(!hasNetwork).each(kinds)(
  'BETWEEN-06 %s is a firewall, also when it is loaded again',
  (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-firewall-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, kind)
    // This machine may have no user of HAProxy.
    const rules = readFileSync(join(deploy, kind), 'utf8')
      .replace('/etc/kapao/addresses.nft', join(deploy, 'addresses.nft'))
      .replace('haproxy }', 'nobody }')
    writeFileSync(file, rules)
    const line = `nft -f ${file} && nft -f ${file} && nft list ruleset`
    const { status, stdout, stderr } = spawnSync('unshare', ['--net', 'sh', '-c', line], {
      env: { PATH: path },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toContain('hook input priority filter; policy drop;')
  },
)

test('BETWEEN-06 fronts reach PostgreSQL and Patroni of the database machines, and nothing of etcd', () => {
  const lines = readFileSync(join(deploy, 'database.nft'), 'utf8').split('\n')
  const ports = lines.flatMap(
    (line) => /\$fronts tcp dport \{ (.*) \} accept/.exec(line)?.[1] ?? [],
  )
  expect(ports).toEqual(['5432, 8008'])
})
