import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import { anyApplication, anyPhone, openMemberWorld } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(() => openMemberWorld({}, { hashes: 'usual' }))

const register = (body: unknown) => world.call('POST /api/account', { body })
const validate = (body: unknown) => world.call('POST /api/account/validate', { body })
const codeOf = (answer: { status: number; body: { code: string } }) => [
  answer.status,
  answer.body.code,
]

describe('happy', () => {
  test('REG-34 VAR-07 a member, the wallet with its companion accounts, and a statement are created together', async () => {
    const member = await world.addMember({ sourceCode: '', inviteCode: '', currency: 'BAHT' })
    const { db } = world.database
    const [row] = await db.query('select * from account_member where id = $1', [member.id])
    expect(row).toMatchObject({
      username: member.username,
      phone: `+66${member.username.slice(1)}`,
      name: 'Somchai',
      currency: 'BAHT',
      bank_account_name: 'SOMCHAI JAIDEE',
      language: 'th',
      invited_by: null,
    })
    const accounts = await db.query(
      'select kind, currency, balance from ledger_account where owner = $1 order by kind',
      [member.id],
    )
    expect(accounts).toEqual([
      { kind: 'coin', currency: 'COIN', balance: 0n },
      { kind: 'transfer', currency: 'BAHT', balance: 0n },
      { kind: 'wallet', currency: 'BAHT', balance: 0n },
      { kind: 'withdrawal', currency: 'BAHT', balance: 0n },
    ])
    expect(
      await db.query('select seq from statement_counter where member_id = $1', [member.id]),
    ).toEqual([{ seq: 0n }])
    expect(
      await db.query(
        `select actor from core_audit where action = 'registration.register' and subject = $1`,
        [member.id],
      ),
    ).toEqual([{ actor: `member:${member.id}` }])
  })

  test('SEC-02 a password is kept as argon2id with 19 MiB and two passes, and nowhere else', async () => {
    const password = 'canary of the river 81723'
    const { id } = await world.addMember({ password })
    const [row] = await world.database.db.query<{ password_hash: string }>(
      'select password_hash from account_member where id = $1',
      [id],
    )
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(world.logText()).not.toContain('canary of the river')
  })

  test('REG-21 OP-REG validate checks what is filled in so far, and changes nothing', async () => {
    const username = anyPhone()
    const otpToken = await world.verifyPhone(username)
    const fields = { name: 'A', username, password: 'seven green mangoes', otpToken }
    const answer = await validate(fields)
    expect(answer).toMatchObject({ status: 200, body: { message: 'OK' } })
    expect((await validate({})).body).toEqual({ message: 'OK' })
    const rows = await world.database.db.query('select 1 from account_member where username = $1', [
      username,
    ])
    expect(rows).toEqual([])
  })

  test('REG-48 OP-B40 an invite code links the new member, whatever the case of its prefix', async () => {
    const inviter = await world.addMember()
    for (const inviteCode of [
      `PR${inviter.id}`,
      `pr${inviter.id}`,
      `Pr${inviter.id.toLowerCase()}`,
    ]) {
      const { id } = await world.addMember({ inviteCode })
      const rows = await world.database.db.query(
        'select invited_by from account_member where id = $1',
        [id],
      )
      expect(rows).toEqual([{ invited_by: inviter.id }])
    }
  })

  test('the name of a bank account is stored as banks print it, with Thai letters intact', async () => {
    const bankAccountName = '  สมชาย   น้ำใจ '
    const { id } = await world.addMember({ bankAccountName })
    const [row] = await world.database.db.query<{ bank_account_name: string }>(
      'select bank_account_name from account_member where id = $1',
      [id],
    )
    expect(row!.bank_account_name).toBe('สมชาย น้ำใจ')
  })
})

describe('refused', () => {
  const cases: [string, Record<string, unknown>, number, string][] = [
    [
      'REG-43 VAR-06 ERRC-34 nine digits',
      { username: '081234567' },
      400,
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
    ],
    ['REG-43 a Lao number', { username: '02055512345' }, 400, 'PHONE_NUMBER_REQUIRE_10_DIGIT'],
    [
      'OP-B09 ten characters that are no digits',
      { username: '08123x5678' },
      400,
      'PHONE_NUMBER_REQUIRE_10_DIGIT',
    ],
    ['REG-45 ten digits of a landline', { username: '0212345678' }, 400, 'INVALID_USER_INFO'],
    ['REG-45 ERRC-24 no name', { name: '   ' }, 400, 'INVALID_USER_INFO'],
    ['REG-45 a name of two lines', { name: 'a\u2028b' }, 400, 'INVALID_USER_INFO'],
    ['REG-45 no password', { password: '' }, 400, 'INVALID_USER_INFO'],
    ['OP-B14 a password of seven characters', { password: 'aB3$xY9' }, 400, 'INVALID_USER_INFO'],
    ['OP-B14 one of the commonest passwords', { password: 'Password1' }, 400, 'INVALID_USER_INFO'],
    ['REG-42 ERRC-25 an unknown bank', { bankCode: 'NOBANK' }, 400, 'INVALID_BANK'],
    [
      'REG-42 ERRC-26 KTB with a Thai name',
      { bankCode: 'KTB', bankAccountName: 'สมชาย ใจดี' },
      400,
      'BANK_ACCOUNT_NAME_ENG',
    ],
    [
      'CONST-07 TMB with a digit in the name',
      { bankCode: 'TMB', bankAccountName: 'SOMCHAI 2' },
      400,
      'BANK_ACCOUNT_NAME_ENG',
    ],
    [
      'CONST-07 BBL with a dash in the name',
      { bankCode: 'BBL', bankAccountName: 'SOM-CHAI DEE' },
      400,
      'BANK_ACCOUNT_NAME_ENG',
    ],
    [
      'REG-45 a name of a bank account that is markup',
      { bankAccountName: '<b>X</b>' },
      400,
      'INVALID_USER_INFO',
    ],
    ['NAME-01 two initials', { bankAccountName: 'S J' }, 400, 'BANK_ACCOUNT_NAME_INITIAL'],
    ...['SOMCHAI J', 'MR. S. JAIDEE', 'น.ส. ม รักดี', 'มาลี ร.', 'ນາງ ມ ວົງສາ', 'X'].map(
      (bankAccountName): [string, Record<string, unknown>, number, string] => [
        `the initials of ${bankAccountName}`,
        { bankAccountName },
        400,
        'BANK_ACCOUNT_NAME_INITIAL',
      ],
    ),
    [
      'NAME-05 a name with marks upon marks',
      { name: `ก${'\u0e49'.repeat(4)}` },
      400,
      'INVALID_USER_INFO',
    ],
    [
      'NAME-05 a name of a bank account with marks upon marks',
      { bankAccountName: `ก${'\u0e49'.repeat(60)}า ใจดี` },
      400,
      'INVALID_USER_INFO',
    ],
    ['REG-45 five digits of a bank account', { bankAccountNo: '12345' }, 400, 'INVALID_USER_INFO'],
    ['REG-45 OP-REG an unknown source', { sourceCode: 'nowhere' }, 400, 'INVALID_USER_INFO'],
    ['OP-REG an unknown inviter', { inviteCode: 'PR000000000000' }, 400, 'INVALID_USER_INFO'],
    [
      'OP-REG an invite code without its prefix',
      { inviteCode: '000000000000' },
      400,
      'INVALID_USER_INFO',
    ],
    ['OP-E03 VAR-07 another currency than baht', { currency: 'LAK' }, 400, 'INVALID_USER_INFO'],
  ]
  let username: string
  let otpToken: string
  beforeAll(async () => {
    username = anyPhone()
    otpToken = await world.verifyPhone(username)
  })

  test.each(cases)('S28 SEC-03 %s', async (_title, wrong, status, code) => {
    const body = { ...anyApplication(), username, otpToken, ...wrong }
    expect(codeOf(await register(body))).toEqual([status, code])
  })

  test('OP-E05 the answer names the broken rule along with the code', async () => {
    const answer = await register({ ...anyApplication(), username, otpToken, password: 'short' })
    expect(answer.body.message).toBe('password must have 8 to 128 characters')
    const { bankAccountNo: _, ...withoutAccount } = anyApplication()
    expect((await register({ ...withoutAccount, username })).body.message).toContain(
      'bankAccountNo',
    )
  })

  test('S16 REG-44 ERRC-21 a phone that was not verified, in both calls', async () => {
    const body = anyApplication()
    expect(codeOf(await validate(body))).toEqual([403, 'UNVERIFIED_OTP'])
    expect(codeOf(await register(body))).toEqual([403, 'UNVERIFIED_OTP'])
    // The page's own claims make no difference.
    const claims = { otp: '123456', otpToken: 'x', otpVerified: true, verified: true, step: 4 }
    const claimed = await world.call('POST /api/account', { body: { ...body, ...claims } })
    expect(codeOf(claimed)).toEqual([403, 'UNVERIFIED_OTP'])
  })

  test('S16 OP-E08 OP-OTP a verification is good for 30 minutes and for one registration', async () => {
    const late = anyPhone()
    const tooOld = await world.verifyPhone(late)
    world.clock.moveMs(30 * minuteMs)
    const afterwards = { ...anyApplication(), username: late, otpToken: tooOld }
    expect(codeOf(await register(afterwards))).toEqual([403, 'UNVERIFIED_OTP'])

    const username = anyPhone()
    const used = await world.verifyPhone(username)
    const body = { ...anyApplication(), username, otpToken: used }
    expect((await register(body)).body).toEqual({ message: 'SUCCESS' })
    // The answer may have been lost, so the caller who proved the phone learns that it is registered.
    expect(codeOf(await register(body))).toEqual([409, 'EXISTING_USER'])
    const another = { ...anyApplication(), otpToken: used }
    expect(codeOf(await register(another))).toEqual([403, 'UNVERIFIED_OTP'])
    // Not even after the member is gone.
    const { db } = world.database
    await db.query('update account_member set username = $2, phone = $3 where username = $1', [
      username,
      '0899999999',
      '+66899999999',
    ])
    expect(codeOf(await register({ ...body, bankAccountNo: '5550001112' }))).toEqual([
      403,
      'UNVERIFIED_OTP',
    ])
  })

  test('S16 S14 OP-OTP a phone that was just verified can be registered by its verifier only', async () => {
    const username = anyPhone()
    const otpToken = await world.verifyPhone(username)
    const thief = { ...anyApplication(), username }
    expect(codeOf(await validate(thief))).toEqual([403, 'UNVERIFIED_OTP'])
    expect(codeOf(await register(thief))).toEqual([403, 'UNVERIFIED_OTP'])
    // Neither a verification of the thief's own phone nor a pending code of theirs for this phone helps.
    const ownToken = await world.verifyPhone(anyPhone())
    expect(codeOf(await register({ ...thief, otpToken: ownToken }))).toEqual([
      403,
      'UNVERIFIED_OTP',
    ])
    world.clock.moveMs(60_000)
    const sent = await world.call('POST /api/otp/send', { body: { phoneNumber: username } })
    expect(sent.body.code).toBe('SUCCESS')
    const waiting = { ...thief, otpToken: sent.body.otpToken }
    expect(codeOf(await register(waiting))).toEqual([403, 'UNVERIFIED_OTP'])

    const owner = { ...anyApplication(), username, otpToken }
    expect((await register(owner)).body).toEqual({ message: 'SUCCESS' })
  })

  test("OP-E08 whether a bank account is the inviter's own is revealed after a verification only", async () => {
    const inviter = await world.addMember()
    const inviteCode = `PR${inviter.id}`
    const { bankAccountNo } = inviter
    expect((await validate({ inviteCode, bankCode: 'SCB', bankAccountNo })).status).toBe(200)
    const username = anyPhone()
    const otpToken = await world.verifyPhone(username)
    const own = { username, otpToken, inviteCode, bankCode: 'SCB', bankAccountNo }
    expect(codeOf(await validate(own))).toEqual([400, 'INVALID_USER_INFO'])
  })

  test('REG-40 REG-41 ERRC-22 ERRC-23 OP-E08 details that others have are revealed after a verification only', async () => {
    const { username: known, bankAccountNo } = await world.addMember()
    const stranger = { ...anyApplication(), bankAccountNo }
    expect(codeOf(await validate({ username: known }))).toEqual([403, 'UNVERIFIED_OTP'])
    expect(codeOf(await validate(stranger))).toEqual([403, 'UNVERIFIED_OTP'])
    // Proof of one's own phone reveals nothing about others' phones.
    const ownToken = await world.verifyPhone(anyPhone())
    for (const username of [known, anyPhone()])
      expect(codeOf(await validate({ username, otpToken: ownToken }))).toEqual([
        403,
        'UNVERIFIED_OTP',
      ])
    expect((await validate({ bankCode: 'KBANK', bankAccountNo })).status).toBe(200)

    const proven = { ...stranger, otpToken: await world.verifyPhone(stranger.username) }
    expect(codeOf(await validate(proven))).toEqual([409, 'EXISTING_BANK'])
    expect(codeOf(await register(proven))).toEqual([409, 'EXISTING_BANK'])
    world.clock.moveMs(60_000)
    const owner = { username: known, otpToken: await world.verifyPhone(known) }
    expect(codeOf(await validate(owner))).toEqual([409, 'EXISTING_USER'])
    expect(codeOf(await register({ ...anyApplication(), ...owner }))).toEqual([
      409,
      'EXISTING_USER',
    ])
  })
})

describe('without one-time codes', () => {
  afterEach(() => world.set('registration.otp', true))

  test('REG-05 BUILD-10 a registration needs no code, and reveals details that others have immediately', async () => {
    await world.set('registration.otp', false)
    const body = anyApplication()
    expect((await register(body)).body).toEqual({ message: 'SUCCESS' })
    expect(codeOf(await register(body))).toEqual([409, 'EXISTING_USER'])
    expect(codeOf(await register({ ...body, username: anyPhone() }))).toEqual([
      409,
      'EXISTING_BANK',
    ])
  })
})

describe('concurrent', () => {
  test('OP-E07 I33 one phone twenty times in every spelling (F33): exactly one member', async () => {
    const username = anyPhone()
    const otpToken = await world.verifyPhone(username)
    const rest = username.slice(1)
    const spellings = [
      username,
      `+66${rest}`,
      `66${rest}`,
      `0066${rest}`,
      `+66 (0)${rest}`,
      `${username.slice(0, 3)}-${username.slice(3)}`,
      thaiDigits(username),
    ]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        register({ ...anyApplication(), otpToken, username: spellings[at % spellings.length] }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // Too many concurrent hashes are refused as busy; no second registration succeeds.
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(['EXISTING_USER', 'UNVERIFIED_OTP', 'SERVICE_BUSY']).toContain(body.code)
    const rows = await world.database.db.query('select 1 from account_member where username = $1', [
      username,
    ])
    expect(rows).toHaveLength(1)
  })

  test('REG-41 I33 one bank account twenty times in every spelling (F33): exactly one member, and no leftovers', async () => {
    const account = anyApplication().bankAccountNo
    const spellings = [
      account,
      `${account.slice(0, 3)}-${account.slice(3)}`,
      ` ${account} `,
      thaiDigits(account),
      `${account.slice(0, 5)} ${account.slice(5)}`,
    ]
    const bodies = Array.from({ length: 20 }, (_, at) => ({
      ...anyApplication(),
      bankAccountNo: spellings[at % spellings.length],
    }))
    const proven = []
    for (const body of bodies)
      proven.push({ ...body, otpToken: await world.verifyPhone(body.username) })
    const answers = await Promise.all(proven.map(register))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { db } = world.database
    expect(
      await db.query('select 1 from account_member where bank_account_no = $1', [account]),
    ).toHaveLength(1)
    const orphans = await db.query(
      'select 1 from ledger_account where owner is not null and owner not in (select id from account_member)',
    )
    expect(orphans).toEqual([])
  })
})

function thaiDigits(text: string): string {
  return text.replaceAll(/\d/g, (digit) => '๐๑๒๓๔๕๖๗๘๙'[Number(digit)]!)
}
