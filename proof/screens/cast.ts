import { request as requests, type APIRequestContext } from '@playwright/test'
import { setSetting, withDb } from '../../e2e/database.ts'
import { friendsBefore, inviteFriend, loseBefore, receivedBefore } from '../../e2e/earned.ts'
import { playTo } from '../../e2e/bonuses.ts'
import { findTalk, kinds, reply } from '../../e2e/chat-page.ts'
import { happen } from '../../e2e/deposit-sheet.ts'
import { makeMember, password } from '../../e2e/member.ts'
import { callAs } from '../../e2e/money.ts'
import { giveCoins } from '../../e2e/wheel.ts'
import type { OwnCopy } from '../../e2e/own-copy.ts'
import { makeRich, type Member } from '../../e2e/withdrawals.ts'

/** `rich` has a bit of everything, `empty` nothing; the others are in the middle of one thing. */
export type Role = 'rich' | 'empty' | 'held' | 'lost' | 'waiting' | 'billed' | 'payer' | 'arrived'

export type Cast = {
  copy: OwnCopy
  request: APIRequestContext
  phones: Record<Role, string>
  tokens: Record<Role, string>
}

const demoPhones = { thai: '0812345678', laos: '02055512345' }

/** Makes the members whose pages are shown. In Laos only the demo's own member has kip, so that one is used for all but `empty`. */
export async function makeCast(copy: OwnCopy, variant: 'thai' | 'laos'): Promise<Cast> {
  const request = await openPhone(copy)
  const rich = demoPhones[variant]
  const phones: Cast['phones'] = {
    rich,
    empty: rich,
    held: rich,
    lost: rich,
    waiting: rich,
    billed: rich,
    payer: rich,
    arrived: rich,
  }
  if (variant === 'thai') {
    await furnish(request, copy, rich)
    phones.empty = await makeMember(request, copy.control)
    phones.payer = await makeMember(request, copy.control)
    phones.held = (await hold(request, copy)).phone
    phones.waiting = (await askForMoney(request, copy)).phone
    // One person takes WELCOME once, and two members of one phone and one name are taken for one.
    phones.lost = (await loseBonus(await openPhone(copy), copy)).phone
    const billed = await loseBonus(await openPhone(copy), copy)
    await billed.get('/api/bonus/clear')
    phones.billed = billed.phone
    phones.arrived = (await receive(request, copy)).phone
  }
  const tokens = {} as Cast['tokens']
  for (const role of Object.keys(phones) as Role[])
    tokens[role] = await logInAs(request, phones[role])
  return { copy, request, phones, tokens }
}

function openPhone({ app }: OwnCopy): Promise<APIRequestContext> {
  return requests.newContext({ baseURL: app, extraHTTPHeaders: { 'x-client': 'wallet-user' } })
}

async function logInAs(request: APIRequestContext, phone: string): Promise<string> {
  const answer = await request.post('/api/login', { data: { username: phone, password } })
  return ((await answer.json()) as { token: string }).token
}

async function furnish(request: APIRequestContext, copy: OwnCopy, phone: string): Promise<void> {
  const member: Member = { ...(await callAs(request, phone)), phone }
  await giveCoins(copy.databaseUrl, { phone, coins: 7 })
  await loseBefore(copy, member, { lost: 850, refund: 42.5 })
  await receivedBefore(copy, member, 12)
  await friendsBefore(copy, member, 12)
  await inviteFriend({ request, copy, inviter: member }, { lost: 1000 })
  await addSlips(copy, phone)
  const talk = await findTalk(copy)
  for (const message of Object.values(kinds)) await reply(copy, talk, message)
  await setSetting(copy.databaseUrl, 'slip.closeFrom', { value: '03:00' })
  await setSetting(copy.databaseUrl, 'slip.closeTo', { value: '03:30' })
}

/** More than a page of slips, refused for several reasons. */
async function addSlips({ databaseUrl }: OwnCopy, phone: string): Promise<void> {
  const sql = `insert into slips_slip (id, reference, member_id, seq, state, note, currency, picture, picture_name, amount, uploaded_at, next_at, ended_at)
     select gen_random_uuid(), 'screens-' || n, id, n, 'refused', (array['EXPIRED_SLIP', 'DEST_ACC_INVALID', 'INVALID_SLIP'])[1 + n % 3], 'BAHT',
            case when n > 10 then 'screens-' || n || '.jpg' end, 'slip.jpg', case when n % 3 > 0 then n * 12345 end,
            now() - n * interval '7 hours', now(), now()
     from account_member, generate_series(1, 12) as n where username = $1`
  await withDb(databaseUrl, async (db) => {
    await db.query(
      'insert into slips_counter (member_id, seq) select id, 12 from account_member where username = $1',
      [phone],
    )
    await db.query(sql, [phone])
  })
}

async function hold(request: APIRequestContext, copy: OwnCopy): Promise<Member> {
  const member = await makeRich(request, copy, { baht: 300, inGames: { pgslot: 120 } })
  await member.get('/api/bonus/activate/WELCOME')
  return member
}

async function askForMoney(request: APIRequestContext, copy: OwnCopy): Promise<Member> {
  const inGames = { pgslot: 2_000, slotracha: 1_500 }
  const member = await makeRich(request, copy, { baht: 10_000, inGames })
  await member.post('/api/wallet/withdrawAll', { amount: 8000 })
  return member
}

/** So little is left of it that the bonus may be ended. */
async function loseBonus(request: APIRequestContext, copy: OwnCopy): Promise<Member> {
  const member = await makeRich(request, copy, { baht: 200 })
  await member.get('/api/bonus/activate/WELCOME')
  await member.get('/api/wallet/activate/pg')
  await member.post('/api/wallet/transfer', { from: 'wallet', to: 'pg', amount: 295 })
  await playTo({ request, copy }, member, { game: 'pg', balance: '3.25' })
  // A provider is asked once in five seconds.
  await new Promise((resolve) => setTimeout(resolve, 5_500))
  await member.get('/api/wallet/refresh/slot')
  return member
}

/** A deposit that has just arrived, with its coins, and money in three games. */
async function receive(request: APIRequestContext, copy: OwnCopy): Promise<Member> {
  const inGames = { joker2: 80, pgslot: 120 }
  const member = await makeRich(request, copy, { baht: 300, inGames })
  await member.post('/api/qrcode/WW', { amount: 350 })
  const gateway = `${copy.control}/gateways/WW`
  const codes = (await (await request.get(`${gateway}/codes`)).json()) as { reference: string }[]
  await happen(request, `${gateway}/pay`, { reference: codes[0]!.reference })
  return member
}
