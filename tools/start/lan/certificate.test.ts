import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCertificate } from './certificate.ts'
import { findLanAddresses, prepareCertificate } from './lan.ts'

const from = new Date('2026-01-01T00:00:00Z')
const until = new Date('2027-01-01T00:00:00Z')

describe('a certificate made here', () => {
  test('contains the fields that a browser requires', () => {
    const made = createCertificate(['localhost', '127.0.0.1', '192.168.1.20'], { from, until })
    const read = new X509Certificate(made.cert)
    expect(read.subjectAltName).toBe('DNS:localhost, IP Address:127.0.0.1, IP Address:192.168.1.20')
    expect(read.checkHost('localhost')).toBe('localhost')
    expect(read.checkIP('192.168.1.20')).toBe('192.168.1.20')
    expect(read.checkIP('192.168.1.21')).toBeUndefined()
    expect(read.ca).toBe(false)
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(new Date(read.validFrom)).toEqual(from)
    expect(new Date(read.validTo)).toEqual(until)
    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.checkPrivateKey(createPrivateKey(made.key))).toBe(true)
  })

  test('is well formed whatever the random serial number begins with', () => {
    for (let round = 0; round < 50; round += 1) {
      const { cert } = createCertificate(['localhost'], { from, until })
      expect(new X509Certificate(cert).serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/)
    }
  })

  test('is trusted in a real https request by a client that was given it, and by no other', async () => {
    const now = Date.now()
    const { key, cert } = createCertificate(['127.0.0.1'], {
      from: new Date(now - 60_000),
      until: new Date(now + 60_000),
    })
    const server = createServer({ key, cert }, (_request, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      expect(await ask(port, { ca: cert })).toBe('hello')
      expect(await ask(port, {})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
      const other = createCertificate(['127.0.0.1'], { from, until })
      expect(await ask(port, { ca: other.cert })).not.toBe('hello')
    } finally {
      server.close()
    }
  })
})

function ask(port: number, options: { ca?: string }): Promise<string> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, agent: false, ...options }, (response) =>
      response.setEncoding('utf8').on('data', resolve),
    )
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

describe('the certificate in the data folder', () => {
  let dataDir = ''
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kapao-tls-'))
  })
  afterAll(() => rm(dataDir, { recursive: true }))

  test('is kept, and renewed when addresses change or it is about to expire', async () => {
    const first = await prepareCertificate(dataDir, { now: from, addresses: ['10.0.0.2'] })
    expect((await stat(first.keyFile)).mode & 0o777).toBe(0o600)
    const again = await prepareCertificate(dataDir, { now: from, addresses: ['10.0.0.2'] })
    expect(again.cert).toBe(first.cert)

    const moved = await prepareCertificate(dataDir, { now: from, addresses: ['10.0.0.3'] })
    expect(moved.cert).not.toBe(first.cert)
    expect(new X509Certificate(moved.cert).checkIP('10.0.0.3')).toBe('10.0.0.3')

    const late = new Date('2026-12-20T00:00:00Z')
    const renewed = await prepareCertificate(dataDir, { now: late, addresses: ['10.0.0.3'] })
    expect(renewed.cert).not.toBe(moved.cert)
  })
})

test('home networks come before others, and containers last', () => {
  const base = { netmask: '255.255.255.0', mac: '', cidr: null }
  const at = (address: string, internal = false) => ({
    ...base,
    address,
    family: 'IPv4' as const,
    internal,
  })
  const found = findLanAddresses({
    lo: [at('127.0.0.1', true)],
    docker0: [at('172.17.0.1')],
    eth0: [at('10.1.2.3'), at('169.254.7.7')],
    wlan0: [at('192.168.1.20')],
  })
  expect(found).toEqual(['192.168.1.20', '10.1.2.3', '172.17.0.1', '169.254.7.7'])
})
