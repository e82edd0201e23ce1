import { request as requests, type APIRequestContext, type Browser } from '@playwright/test'
import type { Db } from '../../../apps/server/src/core/db/db.ts'
import { findTalk, openChat, write } from '../../../e2e/chat-page.ts'
import { payAsStranger } from '../../../e2e/console-desk.ts'
import { setSetting } from '../../../e2e/database.ts'
import { asOwner as ownerOf, makeItems, passDays } from '../../../e2e/console-items.ts'
import { logIn, makeMember, password } from '../../../e2e/member.ts'
import type { OwnCopy } from '../../../e2e/own-copy.ts'
import { addFault, makeRich } from '../../../e2e/withdrawals.ts'

/** A database in the middle of a working day, with at least one waiting item of each kind. */
export type DeskWorld = {
  copy: OwnCopy
  /** Has a deposit with an unknown payer, and asks in the chat. */
  memberId: string
  talk: string
  /** Whose the deposit of an unknown account is, as they say themselves. */
  payerPhone: string
}

const asOwner = <T>({ databaseUrl }: OwnCopy, work: (db: Db) => Promise<T>): Promise<T> =>
  ownerOf(databaseUrl, work)

export async function makeWorld(browser: Browser, copy: OwnCopy): Promise<DeskWorld> {
  const request = await requests.newContext({
    baseURL: copy.app,
    extraHTTPHeaders: { 'x-client': 'wallet-user' },
  })
  await passDays(copy.databaseUrl)
  await copy.kapao('settings', 'set', 'console.passwords', '--text', 'true')
  // Slips are taken at any hour, so that pictures are.
  for (const name of ['slip.closeFrom', 'slip.closeTo'] as const)
    await setSetting(copy.databaseUrl, name, { value: '00:00' })
  const differing = await makeMember(request, copy.control)
  await showForeignSlip(request, copy, differing)
  const unpaid = await makeRich(request, copy, { baht: 900 })
  await losePayout(request, copy, unpaid)
  const large = await makeRich(request, copy, { baht: 10_000 })
  await large.post('/api/wallet/withdraw', { amount: 8_000 })
  await payAsStranger(copy, { amount: '45000.00', fromName: 'WICHAI THONGDEE' })
  await payAlmostKnown(copy, [differing, large.phone])
  await noteUnread(copy)
  await eventually(
    copy,
    `select from deposits_deposit where amount = 4500000 and state = 'suspended'`,
  )
  await makeUnclear(copy, large.phone)
  await askForSeconds(copy, large.phone)
  const talk = await askInChat(browser, copy, unpaid.phone)
  const [member] = await asOwner(copy, (db) =>
    db.query<{ id: string }>('select id from account_member where username = $1', [unpaid.phone]),
  )
  await request.dispose()
  return { copy, memberId: member!.id, talk, payerPhone: large.phone }
}

/** A slip that fits the member by its visible digits; the bank later reports whose account the money came from. */
async function showForeignSlip(
  request: APIRequestContext,
  copy: OwnCopy,
  phone: string,
): Promise<void> {
  const control = async <T>(path: string, data?: object): Promise<T> => {
    const to = copy.control + path
    const answer = await (data ? request.post(to, { data }) : request.get(to))
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as T
  }
  // A slip shows the last digits but one; the rest is another account's.
  const fromAccount = `4021${phone.slice(4, 9)}7`
  const paid = { fromAccount, fromName: 'NOK JAIDEE', amount: '640.00', tell: 'nothing' }
  const [line] = await control<{ reference: string }[]>('/bank/pay', paid)
  const { reference } = line!
  const { type, base64 } = await control<{ type: string; base64: string }>(
    `/slips/pictures/${reference}/plain`,
  )
  const login = await request.post('/api/login', { data: { username: phone, password } })
  const { token } = (await login.json()) as { token: string }
  const sent = await request.post('/api/wallet/slip', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      bankCode: 'KBANK',
      amount: '640.00',
      file: { name: 'slip.png', mimeType: type, buffer: Buffer.from(base64, 'base64') },
    },
  })
  if (!sent.ok()) throw new Error(`the slip was refused: ${await sent.text()}`)
  await eventually(copy, `select from deposits_deposit where amount = 64000 and state = 'credited'`)
  await control('/bank/tell', { reference, as: 'feed' })
}

type Rich = Awaited<ReturnType<typeof makeRich>>

/** A payout that the bank received and never answered, an hour ago. */
async function losePayout(request: APIRequestContext, copy: OwnCopy, member: Rich): Promise<void> {
  const mend = await addFault(request, copy, { operation: 'payout.*', kind: 'drop-after' })
  await member.post('/api/wallet/withdraw', { amount: 900 })
  const mine = `from withdrawals_withdrawal where amount = 90000 and tries > 0`
  await eventually(copy, `select ${mine}`)
  await asOwner(copy, (db) =>
    db.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `update withdrawals_withdrawal set state = 'exception', why = 'no answer for an hour'
         where amount = 90000 and tries > 0`,
      )
    }),
  )
  await mend()
}

/** Of an account of which two members have the last four digits, and no more. */
async function payAlmostKnown(copy: OwnCopy, phones: readonly string[]): Promise<void> {
  await payAsStranger(copy, { amount: '1800.00', fromAccount: '7004005006' })
  const mine = `deposits_deposit where amount = 180000 and state = 'suspended'`
  await eventually(copy, `select from ${mine}`)
  await asOwner(copy, (db) =>
    db.begin(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `update account_member set bank_account_no = left(bank_account_no, 6) || '5006', details_since = now() - interval '30 days'
         where username = any ($1)`,
        [phones],
      )
    }),
  )
}

/** What one operator may not do alone: a bonus that pays more often, the end of an owner, money to somebody else. */
async function askForSeconds(copy: OwnCopy, phone: string): Promise<void> {
  const show = await copy.kapao('rewards', 'one', 'bonus', 'DAILY', '--json')
  const { seen, definition } = JSON.parse(show) as { seen: string; definition: object }
  const about = ['--kind', 'bonus', '--code', 'DAILY', '--seen', seen]
  const changed = ['--definition', JSON.stringify({ ...definition, maxReceived: 3, quota: null })]
  await copy.kapao('rewards', 'save', ...about, ...changed)
  await copy.kapao('operator', 'disable', 'demo-owner')
  const [deposit] = await asOwner(copy, (db) =>
    db.query<{ id: string; member: string }>(
      `select deposit.id, member.id as member from deposits_deposit deposit, account_member member
       where deposit.amount = 4500000 and member.username = $1`,
      [phone],
    ),
  )
  const { id, member } = deposit!
  const match = ['--decision', 'match', '--memberId', member, '--why', 'แจ้งทางแชทพร้อมสลิป']
  await copy.kapao('work', 'decide', 'deposit', id, ...match)
}

/** What members announce, and what gateways, wallets, games and the watch leave open only after hours. */
function makeUnclear({ databaseUrl }: OwnCopy, phone: string): Promise<void> {
  return makeItems(databaseUrl, phone, async (make, memberId) => {
    await make.request(memberId)
    await make.finding()
    await make.payment(memberId)
    await make.giftlink(memberId)
    await make.transfer(memberId, 'in')
    await make.suspicion(memberId)
  })
}

function noteUnread(copy: OwnCopy): Promise<unknown> {
  const text = 'KBANK: 25/11 13:05 รับโอน x-1234 จำนวน ???'
  const sql = `insert into bankfeed_unread (source, event_id, text, why, received_at)
    values ('sms', 'screens-1', $1, 'no amount', now() - interval '25 minutes')`
  return asOwner(copy, (db) => db.query(sql, [text]))
}

async function askInChat(browser: Browser, copy: OwnCopy, phone: string): Promise<string> {
  const page = await browser.newPage({ baseURL: copy.app, locale: 'th-TH' })
  await page.addInitScript(() => localStorage.setItem('remember-agreement', 'true'))
  await logIn(page, phone)
  await openChat(page, '/user/contact')
  await write(page, 'คุยกับเจ้าหน้าที่')
  await write(page, 'ถอนเงิน 900 บาทไปชั่วโมงกว่าแล้ว ยังไม่เข้าบัญชีเลยค่ะ เงินอยู่ไหนคะ')
  const talk = await findTalk(copy, page)
  await page.close()
  return talk
}

async function eventually(copy: OwnCopy, sql: string): Promise<void> {
  const until = Date.now() + 180_000
  while (Date.now() < until) {
    if ((await asOwner(copy, (db) => db.query(sql))).length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error(`it did not happen: ${sql}`)
}
