import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '@kapao/contract/times'
import {
  anyApplication,
  openMemberWorld,
  type RegisteredMember,
} from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openMemberWorld)
let member: RegisteredMember
let token: string
beforeEach(async () => {
  member = await world.addMember()
  token = await world.login(member.username, member.password)
})

const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
const change = (body: unknown) => world.call('PUT /api/account/profile', { token, body })
const rename = (body: unknown) => world.call('PUT /api/account/bankAccountName', { token, body })
const row = async (id = member.id) => {
  const rows = await world.database.db.query('select * from account_member where id = $1', [id])
  return rows[0]!
}
const details = () => {
  const { name, bankCode, bankAccountName, bankAccountNo } = member
  return { name, bankCode, bankAccountName, bankAccountNo }
}

const marks = async () => (await world.call('GET /api/notices/marks', { token })).body
const noticesTo = async (phone: string) =>
  (await world.sandbox.inbox(phone)).filter(({ sender }) => sender === 'KAPAO')
/** Lets the job run that carries notices to phones. */
const carry = async () => {
  world.clock.moveMs(2_000)
  await world.runJobs()
}

/** Moves money as operations do, through the ledger. */
describe('happy', () => {
  test('PROF-09 ENT-01 the profile has exactly its five fields', async () => {
    const answer = await world.call('GET /api/account/profile', { token })
    expect(answer.body).toEqual({
      _id: member.id,
      username: member.username,
      name: member.name,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      coin: 0,
    })
  })

  test('OP-B16 PROF-10 OP-PROFPUT name and bank account change, with an audit row and a notice', async () => {
    const { bankAccountNo } = anyApplication()
    const body = {
      name: ' สมหญิง ',
      bankCode: 'SCB',
      bankAccountName: 'somying jaidee',
      bankAccountNo,
    }
    expect((await change(body)).body).toEqual({ message: 'SUCCESS' })
    expect(await row()).toMatchObject({
      name: 'สมหญิง',
      bank_code: 'SCB',
      bank_account_name: 'SOMYING JAIDEE',
      bank_account_no: bankAccountNo,
      bank_changed_at: world.clock.now(),
    })
    const audit = await world.database.db.query(
      `select actor, before, after from core_audit where action = 'profile.change' and subject = $1`,
      [member.id],
    )
    expect(audit).toMatchObject([
      {
        actor: `member:${member.id}`,
        before: { bankCode: 'KBANK', bankAccountNo: `••••••${member.bankAccountNo.slice(-4)}` },
        after: { bankCode: 'SCB', bankAccountNo: `••••••${bankAccountNo.slice(-4)}` },
      },
    ])
    expect(await marks()).toMatchObject({
      notices: 1,
      warning: { class: 'warning', isRead: false },
    })
    await carry()
    expect(await noticesTo(member.username)).toHaveLength(1)
  })

  test('S15 NOTE-07 repeated changes send three notices a day, so the SMS bill does not grow with them', async () => {
    for (let n = 0; n < 8; n += 1) {
      const { bankAccountNo } = anyApplication()
      expect((await change({ ...details(), bankAccountNo })).body).toEqual({ message: 'SUCCESS' })
    }
    await carry()
    expect(await noticesTo(member.username)).toHaveLength(3)
    expect(await marks()).toMatchObject({ notices: 8 })
  })

  test('a new name alone does not count as a change of the bank account', async () => {
    await change({ ...details(), name: 'Somsak' })
    expect(await row()).toMatchObject({ name: 'Somsak', bank_changed_at: null })
    expect(await marks()).toMatchObject({ notices: 0, warning: null })
  })

  test("OP-BANKNAME the name of the member's own account is spelled in Latin letters, in capitals", async () => {
    const answer = await rename({ bankCode: 'KBANK', bankAccountName: 'somchai  jaidee' })
    expect(answer.body).toEqual({ message: 'SUCCESS' })
    expect(await row()).toMatchObject({
      bank_account_name: 'SOMCHAI JAIDEE',
      bank_changed_at: null,
    })
  })
})

describe('refused', () => {
  test.each([
    ['ERRC-25 an unknown bank', { bankCode: 'NOBANK' }, 400, 'INVALID_BANK'],
    [
      'ERRC-26 KTB with a Thai name',
      { bankCode: 'KTB', bankAccountName: 'สมชาย' },
      400,
      'BANK_ACCOUNT_NAME_ENG',
    ],
    ['NAME-01 an initial', { bankAccountName: 'นาย ส ใจดี' }, 400, 'BANK_ACCOUNT_NAME_INITIAL'],
    ['an account of five digits', { bankAccountNo: '12345' }, 400, 'INVALID_USER_INFO'],
    ['a name that is blank', { name: '  ' }, 400, 'INVALID_USER_INFO'],
    ['a missing name', { name: undefined }, 400, 'KEY_MISSING'],
  ])('OP-PROFPUT %s', async (_title, wrong, status, code) => {
    expect(codeOf(await change({ ...details(), ...wrong }))).toEqual([status, code])
    expect(await row()).toMatchObject({ bank_account_no: member.bankAccountNo, name: member.name })
  })

  test('OP-PROFPUT ERRC-23 the bank account of another member, in any spelling', async () => {
    const other = await world.addMember()
    const bankAccountNo = `${other.bankAccountNo.slice(0, 3)}-${other.bankAccountNo.slice(3)}`
    expect(codeOf(await change({ ...details(), bankAccountNo }))).toEqual([409, 'EXISTING_BANK'])
    expect(await row()).toMatchObject({ bank_account_no: member.bankAccountNo })
  })

  test("OP-BANKNAME a bank other than the member's own, and letters that are not Latin", async () => {
    expect(codeOf(await rename({ bankCode: 'SCB', bankAccountName: 'SOMCHAI' }))).toEqual([
      400,
      'INVALID_BANK',
    ])
    for (const bankAccountName of ['สมชาย', 'SOMCHAI 2', 'SOM-CHAI', '   '])
      expect(codeOf(await rename({ bankCode: 'KBANK', bankAccountName }))).toEqual([
        400,
        'BANK_ACCOUNT_NAME_ENG',
      ])
    expect(codeOf(await rename({ bankCode: 'KBANK', bankAccountName: 'MR S JAIDEE' }))).toEqual([
      400,
      'BANK_ACCOUNT_NAME_INITIAL',
    ])
  })
})

describe('hostile', () => {
  test('S19 SEC-01 a body that names another member changes the caller only (F51)', async () => {
    const other = await world.addMember()
    const body = {
      ...details(),
      name: 'Mine',
      _id: other.id,
      id: other.id,
      memberId: other.id,
      username: other.username,
    }
    expect((await change(body)).status).toBe(200)
    expect(await row(other.id)).toMatchObject({ name: other.name })
    expect(await row()).toMatchObject({ name: 'Mine', username: member.username })
  })

  test('OP-PROFPUT twenty members who concurrently set one bank account: exactly one gets it', async () => {
    const { bankAccountNo } = anyApplication()
    const others = []
    for (let at = 0; at < 20; at += 1) others.push(await world.addMember())
    const tokens: string[] = []
    for (const other of others) tokens.push(await world.login(other.username, other.password))
    const changes = await Promise.all(
      tokens.map((one) =>
        world.call('PUT /api/account/profile', {
          token: one,
          body: { ...details(), bankAccountNo },
        }),
      ),
    )
    expect(changes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(changes.filter(({ body }) => body.code === 'EXISTING_BANK')).toHaveLength(19)
  })
})

describe('S13 details that another member has', () => {
  const strict = testWorld(() => openMemberWorld({ rateLimitFactor: 1 }))

  const bankOf = ({ name, bankCode, bankAccountName, bankAccountNo }: RegisteredMember) => {
    return { name, bankCode, bankAccountName, bankAccountNo }
  }

  test("S13 are revealed three times at once and four in any hour, and logged, however many ask; changes to one's own account are not limited", async () => {
    const [one, honest, other] = [
      await strict.addMember(),
      await strict.addMember(),
      await strict.addMember(),
    ]
    const token = await strict.login(one.username, one.password)
    const put = (body: unknown, of = token) =>
      strict.call('PUT /api/account/profile', { token: of, body })
    const ask = async () =>
      codeOf(await put({ ...bankOf(one), bankAccountNo: other.bankAccountNo }))
    const answers: unknown[] = []
    for (let minute = 0; minute < 4; minute += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 8 }, ask))))
      // The limit of the call's class alone would admit five more.
      strict.clock.moveMs(60_000)
    }
    expect(answers.filter((answer) => String(answer) === '409,EXISTING_BANK')).toHaveLength(3)
    expect(answers.filter((answer) => String(answer) === '429,REQUEST_LIMIT')).toHaveLength(29)
    // The refusal does not distinguish it from a free account either.
    const free = { ...bankOf(one), bankAccountNo: anyApplication().bankAccountNo }
    expect(codeOf(await put(free))).toEqual([429, 'REQUEST_LIMIT'])
    const lines = strict.logText().match(/a profile named what another member has/g)
    expect(lines).toHaveLength(3)
    expect(strict.logText()).not.toContain(other.bankAccountNo)

    const honestToken = await strict.login(honest.username, honest.password)
    for (let time = 0; time < 8; time += 1) {
      const own = { ...bankOf(honest), bankAccountNo: anyApplication().bankAccountNo }
      expect((await put(own, honestToken)).status).toBe(200)
      strict.clock.moveMs(60_000)
    }
    strict.clock.moveMs(24 * minuteMs)
    expect(await ask()).toEqual([409, 'EXISTING_BANK'])
    expect(await ask()).toEqual([429, 'REQUEST_LIMIT'])
  })
})
