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

test('BOOK-05 every port that the machine that watches asks is open to it, the certificate of Redis and the console among them', () => {
  const asked = readFileSync(join(deploy, '../prometheus/prometheus.yml'), 'utf8')
  const kindOf = { 1: 'database', 2: 'front', 3: 'redis' } as const
  const targets = [...asked.matchAll(/'10\.0\.0\.([123])\d:(\d+)'/g)].filter(
    ([, , port]) => port !== '9199',
  )
  const wanted = targets.map(([, network, port]) => ({
    kind: kindOf[network as unknown as 1 | 2 | 3],
    port: port!,
  }))
  wanted.push({ kind: 'front', port: /desk\.example\.com:(\d+)/.exec(asked)![1]! })
  const isOpen = ({ kind, port }: (typeof wanted)[number]) => {
    const rules = readFileSync(join(deploy, `kinds/${kind}.nft`), 'utf8')
    const [, ports = ''] = /\$watching tcp dport (.*) accept/.exec(rules)!
    return ports.match(/\d+/g)!.includes(port)
  }
  expect(wanted.length).toBeGreaterThan(15)
  expect(wanted.filter((one) => !isOpen(one))).toEqual([])
})

test('BETWEEN-06 fronts reach PostgreSQL and Patroni of the database machines, and nothing of etcd', () => {
  const rules = readFileSync(join(deploy, 'kinds/database.nft'), 'utf8')
  const ports = [...rules.matchAll(/\$fronts tcp dport \{ (.*) \} accept/g)].map(([, of]) => of)
  expect(ports).toEqual(['5432, 8008'])
})
