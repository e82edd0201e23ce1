import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemberWorld, type MemberWorld } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { isClosedAt } from '#settings/closing-time.ts'

const world = testWorld(openMemberWorld)

const lookup = async (name: string, options: Parameters<MemberWorld['call']>[1] = {}) =>
  world.call(`GET /api/lookup/${name}`, options)
const inLanguage = (locale: string) => ({ headers: { cookie: `a=b; locale=${locale}; c=d` } })
const tokenOf = async (of: MemberWorld = world) => {
  const { username, password } = await of.addMember()
  return of.login(username, password)
}

describe('public', () => {
  test('API-07 OP-C05 OP-C06 ENT-02 banks come with their code and both names', async () => {
    const { body } = await lookup('banks')
    expect(body).toContainEqual({ code: 'KBANK', nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' })
    for (const code of ['KTB', 'TMB', 'BBL', 'SCB', 'BCEL'])
      expect(body.map((bank: { code: string }) => bank.code)).toContain(code)
    for (const bank of body) expect(Object.keys(bank)).toEqual(['code', 'nameTH', 'nameEN'])
  })

  test('ENT-03 sources come in the language of the page, else in that of the variant', async () => {
    await world.set('registration.sources', [
      { code: 'friend', description: { th: 'เพื่อน', la: 'ໝູ່', en: 'A friend' } },
    ])
    const described = async (options?: object) =>
      (await lookup('sources', options)).body.map((one: { description: string }) => one.description)
    expect(await described()).toEqual(['เพื่อน'])
    expect(await described(inLanguage('la'))).toEqual(['ໝູ່'])
    expect(await described(inLanguage('en'))).toEqual(['A friend'])
    for (const strange of ['xx', 'EN', 'en; path=/', '__proto__'])
      expect(await described(inLanguage(strange)), strange).toEqual([
        strange.startsWith('en;') ? 'A friend' : 'เพื่อน',
      ])
  })

  test('ENT-05 ENT-07 ENT-09 ENT-10 CONTACT-06 texts are those of the operator, in the language of the page', async () => {
    await world.set('brand.name', 'Golden Basil')
    await world.set('brand.website', 'https://basil.example')
    await world.set('conditions.en', ['<p>One</p>', '<p>Two</p>'])
    await world.set('conditions.th', ['<p>หนึ่ง</p>'])
    await world.set('agreements.en', ['<p>Agreed</p>'])
    await world.set('notice.en', '<p>%percentFail%</p>')
    await world.set('contact.text.en', '<p>Call</p>')
    await world.set('contact.line.link', 'https://line.me/x')
    const english = inLanguage('en')
    expect((await lookup('info')).body).toEqual({
      name: 'Golden Basil',
      website: 'https://basil.example',
    })
    expect((await lookup('conditions', english)).body).toEqual({
      conditions: ['<p>One</p>', '<p>Two</p>'],
    })
    expect((await lookup('conditions')).body).toEqual({ conditions: ['<p>หนึ่ง</p>'] })
    expect((await lookup('agreements', english)).body).toEqual({ agreements: ['<p>Agreed</p>'] })
    expect((await lookup('agreements', inLanguage('la'))).body).toEqual({ agreements: [] })
    expect((await lookup('notice', english)).body).toEqual({ notice: '<p>%percentFail%</p>' })
    expect((await lookup('notice', inLanguage('la'))).body).toEqual({ notice: '' })
    expect((await lookup('contact', english)).body).toEqual({
      contactText: '<p>Call</p>',
      lineLink: 'https://line.me/x',
      lineName: 'LINE',
      lineQR: null,
    })
  })

  test('ENT-08 CONTACT-07 BUILD-10 the switches follow their settings', async () => {
    expect((await lookup('registerOTP')).body).toEqual({ registerOTP: true })
    expect((await lookup('enableChatWidget')).body).toEqual({ enableChatWidget: false })
    await world.set('chat.widget', true)
    expect((await lookup('enableChatWidget')).body).toEqual({ enableChatWidget: true })
    expect((await lookup('active')).body).toEqual({ active: true })
  })

  test('OP-B34 OP-E04 the client mark may be missing unless it is required; wrong methods and paths are refused', async () => {
    expect((await lookup('info')).status).toBe(200)
    await world.set('client.header.required', true)
    expect((await lookup('info')).body.code).toBe('KEY_MISSING')
    expect((await lookup('info', { headers: { 'x-client': 'other' } })).body.code).toBe(
      'KEY_INVALID',
    )
    expect((await lookup('info', { headers: { 'x-client': 'wallet-user' } })).status).toBe(200)
    await world.set('client.header.required', false)
    expect(await world.call('POST /api/lookup/banks')).toMatchObject({
      status: 405,
      body: { code: 'KEY_INVALID' },
    })
    expect(await lookup('nothing')).toMatchObject({ status: 404, body: { code: 'NO_DATA' } })
  })
})

test('ERRC-07 OP-C13 the operator blocks addresses, and unblocks them', async () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const codes = async () => [
    (await lookup('info', from('198.51.100.9'))).body.code,
    (await lookup('info', from('203.0.113.7'))).body.code,
    (await lookup('info', from('203.0.113.8'))).body.code,
  ]
  await world.set('service.blocked', ['198.51.100.0/24', '203.0.113.7'])
  expect(await codes()).toEqual(['INVALID_IP', 'INVALID_IP', undefined])
  await world.set('service.blocked', [])
  expect(await codes()).toEqual([undefined, undefined, undefined])
})

describe('of members', () => {
  test("ENT-14 CONST-17 BUILD-10 the limits of a withdrawal are the operator's, in baht", async () => {
    const token = await tokenOf()
    expect((await lookup('withdraw', { token })).body).toEqual({
      withdrawMin: 100,
      withdrawMax: 50_000,
    })
    await world.set('withdraw.min.BAHT', '99.50')
    expect((await lookup('withdraw', { token })).body.withdrawMin).toBe(99.5)
  })

  test("OP-C06 deposit accounts may be empty, and are only those in the member's currency", async () => {
    const token = await tokenOf()
    expect((await lookup('deposit', { token })).body).toEqual({
      banks: [],
      wallets: [],
      isManual: false,
      giftLinkKey: null,
    })
    const kbank = {
      bankCode: 'KBANK',
      bankType: 'bank',
      mode: 'AUTO',
      bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
      bankAccountName: 'KAPAO',
      bankAccountNo: '1112223334',
      currency: 'BAHT',
    } as const
    await world.set('deposit.accounts', [kbank, { ...kbank, bankCode: 'BCEL', currency: 'LAK' }])
    await world.set('deposit.wallets', [
      { walletAccountName: 'Wallet', mode: 'AUTO', currency: 'BAHT' },
      { walletAccountName: 'Other', mode: 'AUTO', currency: 'LAK' },
    ])
    await world.set('deposit.manual', true)
    expect((await lookup('deposit', { token })).body).toEqual({
      banks: [{ ...kbank, bank: { ...kbank.bank, nameLA: 'ທະນາຄານກະສິກອນໄທ' } }],
      wallets: [{ walletAccountName: 'Wallet', mode: 'AUTO' }],
      isManual: true,
      giftLinkKey: null,
    })
  })

  test("REACH-01 DEP-04 an account has a Lao name: its own, its bank's, or else the English one", async () => {
    const token = await tokenOf()
    const shared = { bankType: 'bank', mode: 'AUTO', bankAccountName: 'KAPAO' } as const
    const account = (bankCode: 'SCB' | 'ZPAY', nameLA?: string) => ({
      ...shared,
      bankCode,
      bank: { nameTH: 'ก', nameEN: 'A', ...(nameLA === undefined ? {} : { nameLA }) },
      bankAccountNo: '1112223334',
      currency: 'BAHT' as const,
    })
    await world.set('deposit.accounts', [account('SCB', 'ກ'), account('SCB'), account('ZPAY')])
    const { body } = await lookup('deposit', { token })
    expect(body.banks.map(({ bank }: { bank: { nameLA: string } }) => bank.nameLA)).toEqual([
      'ກ',
      'ທະນາຄານໄທພານິດ',
      'A',
    ])
  })

  test('OP-B28 BUILD-10 slips are not taken from 23:00 to 00:30 in Bangkok', async () => {
    const token = await tokenOf()
    const { body } = await lookup('slip', { token })
    expect(body).toEqual({ isOpen: true, closeFrom: '23:00', closeTo: '00:30', limitMinutes: 60 })
    const window = { closeFrom: '23:00', closeTo: '00:30' }
    const at = (time: string) => new Date(`2026-03-05T${time}+07:00`)
    for (const time of ['23:00:00', '23:59:59', '00:00:00', '00:29:59'])
      expect(isClosedAt(at(time), window), time).toBe(true)
    for (const time of ['22:59:59', '00:30:00', '12:00:00'])
      expect(isClosedAt(at(time), window), time).toBe(false)
    expect(isClosedAt(at('12:00:00'), { closeFrom: '12:00', closeTo: '13:00' })).toBe(true)
    expect(isClosedAt(at('12:00:00'), { closeFrom: '12:00', closeTo: '12:00' })).toBe(false)
  })
})

describe('the Laos variant', () => {
  let laos: MemberWorld
  beforeAll(async () => {
    laos = await openMemberWorld({ variant: 'laos' })
  })
  afterAll(() => laos.close())

  const lao = {
    username: '020 5551 2345',
    bankCode: 'BCEL',
    bankAccountNo: '160110000123456',
  }

  test('VAR-06 REG-43 OP-E07 accepts Lao phones, whose length is not ten, and uses kip by default', async () => {
    const member = await laos.addMember(lao)
    const [row] = await laos.database.db.query(
      'select phone, username, currency, language from account_member where id = $1',
      [member.id],
    )
    expect(row).toEqual({
      phone: '+8562055512345',
      username: '02055512345',
      currency: 'LAK',
      language: 'la',
    })
    const token = await laos.login('+856 20 5551 2345', member.password)
    const limits = await laos.call('GET /api/lookup/withdraw', { token })
    expect(limits.body).toEqual({ withdrawMin: 50_000, withdrawMax: 25_000_000 })
  })

  test('OP-E03 a wallet in baht is also offered, and coins are not', async () => {
    const inBaht = { username: '02055598765', bankAccountNo: '160110000765432', currency: 'BAHT' }
    const member = await laos.addMember({ ...lao, ...inBaht })
    const accounts = await laos.database.db.query(
      `select currency from ledger_account where owner = $1 and kind = 'wallet'`,
      [member.id],
    )
    expect(accounts).toEqual([{ currency: 'BAHT' }])
    const answer = await laos.call('POST /api/account', {
      body: { ...member, username: '02055511111', currency: 'COIN' },
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INFO' } })
  })

  test('VAR-06 a number that is no phone is never refused for not having ten digits', async () => {
    const sent = await laos.call('POST /api/otp/send', { body: { phoneNumber: '12' } })
    expect(sent).toMatchObject({ status: 400, body: { code: 'KEY_INVALID' } })
    const validated = await laos.call('POST /api/account/validate', { body: { username: '12' } })
    expect(validated).toMatchObject({ status: 400, body: { code: 'INVALID_USER_INFO' } })
  })
})
