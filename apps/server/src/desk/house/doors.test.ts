import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { examineConfig } from '#context/config.ts'
import { settingNames } from '#settings/registry.ts'
import { servedConsoleCalls } from '../../system/console/open.ts'
import { openConsoleWorld } from '#testing/console/console-world.ts'
import { systemIds } from '#core/ids.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const folder = tempFolder()

/** Everything secret that a process is given, each recognisable wherever it may turn up. */
const planted: string[] = []
const plant = (name: string): string => {
  const secret = `planted${name}${randomBytes(12).toString('hex')}`
  planted.push(secret)
  return secret
}
const plantKey = (): string => {
  const key = randomBytes(32).toString('hex')
  planted.push(key, Buffer.from(key, 'hex').toString('base64'))
  return key
}
const file = (name: string, content: object): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const env = {
  DATABASE_URL: `postgres://kapao:${plant('database')}@10.0.0.7/kapao`,
  DATABASE_OWNER_URL: `postgres://owner:${plant('owner')}@10.0.0.7/kapao`,
  SMS_KEY: plant('sms'),
  SMS_SECRET: plant('sms'),
  SLIP_SERVICE: 'slipok',
  SLIP_KEY: plant('slip'),
  SLIP_BRANCH: plant('branch'),
  BANK_FEED_SECRET: plant('feed'),
  BANK_SMS_SECRET: plant('phone'),
  BANK_STATEMENT_URL: `https://reader:${plant('reader')}@bank.example/${plant('path')}`,
  BANK_STATEMENT_KEY: plant('statement'),
  GIFT_LINK_URL: `https://gifts.example/${plant('gift')}`,
  GIFT_LINK_SEAL_KEY: plantKey(),
  GAME_CREDENTIAL_KEY: plantKey(),
  FILE_LINK_KEY: plantKey(),
  GATEWAYS_FILE: file('gateways.json', {
    WW: {
      family: 'signed',
      address: `https://${plant('user')}@ww.example/${plant('ww')}`,
      id: plant('merchant'),
      key: plant('gateway'),
      webhookSecret: plant('webhook'),
      previousWebhookSecret: plant('previous'),
    },
  }),
  PAYOUTS_FILE: file('payouts.json', {
    BANK: {
      family: 'bank',
      address: `https://pay.example/${plant('pay')}`,
      id: plant('payer'),
      key: plant('payout'),
    },
  }),
  GAME_AGENTS_FILE: file('games.json', { pg: { id: plant('agent'), key: plant('game') } }),
}
const { config, problems } = examineConfig(env)
const { sms, slips, bank, giftLinks, games, fileLinkKey, gateways, payouts } = config
const { databaseUrl, databaseOwnerUrl } = config
const given = { sms, slips, bank, giftLinks, games, fileLinkKey, gateways, payouts }
const world = testWorld(() => openConsoleWorld({ ...given, databaseUrl, databaseOwnerUrl }))

const gets = servedConsoleCalls().filter(({ method }) => method === 'GET')

describe('SCREEN-19 secrets', () => {
  test('SCREEN-19 no answer of the console has one in it, of whatever the process was given', async () => {
    expect(problems).toEqual([])
    const { cookie } = await world.seat('lek', ['owner'])
    await world.addMember()
    const paths = [
      ...gets.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x1')),
      ...settingNames.map((name) => `/api/console/settings/history/${name}`),
      '/api/console/audit.csv',
      '/openapi.json',
      '/docs',
      '/',
    ]
    let said = ''
    for (const path of paths) {
      const { status, text } = await world.call(`GET ${path}`, { cookie })
      expect([path, status]).not.toEqual([path, 500])
      said += text
    }
    for (const call of servedConsoleCalls().filter(({ method }) => method === 'POST')) {
      const path = call.path.replaceAll(/\{\w+\}/g, 'x1')
      const headers = { 'idempotency-key': systemIds.key() }
      if (/sign-out|session|disable/.test(path)) continue
      said += (await world.call(`POST ${path}`, { cookie, body: {}, headers })).text
    }
    expect(said).toContain('ww.example')
    for (const secret of planted) expect([secret, said.includes(secret)]).toEqual([secret, false])
    for (const secret of planted)
      expect([secret, world.logText().includes(secret)]).toEqual([secret, false])
  })
})

describe('SCREEN-52 doors', () => {
  const doors = async () => {
    const { cookie } = await world.seat(`seat${randomBytes(3).toString('hex')}`, ['risk'])
    return (await world.call('GET /api/console/house/doors', { cookie })).body
  }

  test('SCREEN-52 each system has its name, protocol, host and whether there is a key; what a setting names without one is listed, too', async () => {
    await world.set('deposit.accounts', [
      {
        bankCode: 'ZPAY',
        bankType: 'PAYMENT',
        mode: 'AUTO',
        bank: { nameTH: 'ZPay', nameEN: 'ZPay' },
        bankAccountName: 'KAPAO CO LTD',
        bankAccountNo: '100004',
        currency: 'BAHT',
      },
    ])
    await world.set('withdraw.channel.LAK', 'PAYONEX')
    const { doors: all, here } = await doors()
    const one = (kind: string, name: string | null) =>
      all.find(
        (door: { kind: string; name: string | null }) => door.kind === kind && door.name === name,
      )
    expect(one('gateway', 'WW')).toEqual({
      kind: 'gateway',
      name: 'WW',
      family: 'signed',
      hosts: ['ww.example'],
      hasKey: true,
      isUsed: false,
      lastSign: null,
    })
    expect(one('gateway', 'ZPAY')).toMatchObject({ hasKey: false, isUsed: true, hosts: [] })
    expect(one('payouts', 'BANK')).toMatchObject({ hasKey: true, hosts: ['pay.example'] })
    expect(one('payouts', 'PAYONEX')).toMatchObject({ hasKey: false, isUsed: true })
    expect(one('games', 'pg')).toMatchObject({ family: 'pg', hasKey: false, hosts: [] })
    expect(one('sms', null)).toMatchObject({
      hosts: ['otp.thaibulksms.com', 'api-v2.thaibulksms.com'],
      hasKey: true,
    })
    expect(one('statement', null)).toMatchObject({ hosts: ['bank.example'], hasKey: true })
    expect(here).toEqual({ machine: expect.any(String), since: expect.any(String) })
  })

  test('SCREEN-52 the last sign of life is that of the books, where no answer to this process is newer', async () => {
    const at = new Date('2026-11-20T03:00:00Z')
    await world.database.db.query(
      `insert into qrcodes_payment (provider, payment, reference, amount_text, paid_at, is_confirmed, state, created_at, next_at)
       values ('WW', 'p1', 'r1', '10.00', $1, true, 'received', $1, $1)`,
      [at],
    )
    const { doors: all } = await doors()
    const ww = all.find(({ name }: { name: string | null }) => name === 'WW')
    expect(ww.lastSign).toEqual({ at: at.toISOString(), from: 'books' })
    const pay = all.find(({ name }: { name: string | null }) => name === 'BANK')
    expect(pay.lastSign).toBeNull()
  })
})
