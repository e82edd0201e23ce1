import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const deploy = join(import.meta.dirname, '../../deploy/nftables')
const path = `${process.env['PATH']}:/usr/sbin`
const hasNetwork =
  spawnSync('unshare', ['--net', 'nft', 'list', 'ruleset'], { env: { PATH: path } }).status === 0

test.skipIf(!hasNetwork)(
  'BETWEEN-06 a machine of all kinds has one firewall, also when it is loaded again',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'kapao-firewall-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const kinds = join(folder, 'kinds')
    cpSync(join(deploy, 'kinds'), kinds, { recursive: true })
    // This machine may have no user of HAProxy.
    const alone = join(kinds, 'front-alone.nft')
    writeFileSync(alone, readFileSync(alone, 'utf8').replace('haproxy }', 'nobody }'))
    const rules = readFileSync(join(deploy, 'nftables.conf'), 'utf8')
      .replace('/etc/kapao/addresses.nft', join(deploy, 'addresses.nft'))
      .replaceAll('/etc/kapao/firewall', kinds)
    const file = join(folder, 'nftables.conf')
    writeFileSync(file, rules)
    const line = `nft -f ${file} && nft -f ${file} && nft list ruleset`
    const { status, stdout, stderr } = spawnSync('unshare', ['--net', 'sh', '-c', line], {
      env: { PATH: path },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout.match(/hook input priority filter; policy drop;/g)).toHaveLength(1)
    expect(stdout.match(/dport 6379 accept/g)).toHaveLength(1)
  },
)

test('BETWEEN-06 fronts reach PostgreSQL and Patroni of the database machines, and nothing of etcd', () => {
  const rules = readFileSync(join(deploy, 'kinds/database.nft'), 'utf8')
  const ports = [...rules.matchAll(/\$fronts tcp dport \{ (.*) \} accept/g)].map(([, of]) => of)
  expect(ports).toEqual(['5432, 8008'])
})
