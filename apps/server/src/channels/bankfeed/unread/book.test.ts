import { hourMs, minuteMs } from '@kapao/contract/times'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import type { StatementClient } from '#outside/bank/client.ts'
import { readSettings } from '#settings/read.ts'
import { bankMessages, type BankMessages } from '#testing/doubles/bank-messages.ts'
import { openTestDepositDesk } from '#testing/processes/open-deposits.ts'
import { openBankWorld } from '#testing/worlds/bank-world.ts'
import type { RegisteredMember } from '#testing/worlds/member-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { findUnread } from '../desk-store.ts'
import { bookUnread, type BookDeps } from './book.ts'

const world = testWorld(openBankWorld)
const party = 'SCB:2223334445'
const toScb = { toBank: 'SCB', toAccount: '2223334445', tell: 'nothing' }
let messages: BankMessages
let deps: BookDeps
beforeAll(() => {
  const { db } = world.database
  messages = bankMessages(world)
  deps = {
    db,
    clock: world.clock,
    settle: openTestDepositDesk(db, world.clock).deposits.settle,
    readSettings: () => readSettings(db),
    // Only whether there is one is asked here.
    statements: {} as StatementClient,
  }
})
afterEach(async () => {
  expect(await world.violations()).toEqual([])
})

/** An SMS of a bank in a form that nobody knows yet, as it lies unread. */
async function receive(text: string): Promise<string> {
  const id = systemIds.key()
  await messages.sms('SCB', text, id)
  return id
}
async function book(eventId: string, amount: string, given: { paidAt?: Date } = {}) {
  const unread = (await findUnread(world.database.db, { source: 'sms', eventId }))!
  const read = { party, amount, paidAt: world.clock.now(), ...given }
  return bookUnread(deps, unread, { ...read, actor: 'operator:lek', requestId: 'test' })
}
async function readStatement(): Promise<void> {
  world.clock.moveMs(61_000)
  await world.syncTime()
  await world.runJobs()
}
const depositsOf = (satang: number) =>
  world.database.db.query<{ state: string; why: string | null; member: string | null }>(
    'select state, why, member_id as member from deposits_deposit where amount = $1 order by created_at',
    [satang],
  )
const pay = (member: RegisteredMember, amount: string) => world.pay(member, { ...toScb, amount })

test('HOUSE-52 a message that nobody could read becomes a deposit that waits for its owner; the line of the statement that comes later is the same transfer, and credits its member once', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  const eventId = await receive('Deposit of THB 1,250.00')
  const booked = await book(eventId, '1250.00')
  expect(booked).toMatchObject({ outcome: 'suspended', state: 'suspended', memberId: null })
  expect(await depositsOf(125_000)).toEqual([{ state: 'suspended', why: 'message', member: null }])
  expect(await findUnread(world.database.db, { source: 'sms', eventId })).toMatchObject({
    seenAt: expect.any(Date),
  })
  await pay(member, '1250')
  await readStatement()
  expect(await depositsOf(125_000)).toEqual([
    { state: 'credited', why: 'message', member: member.id },
  ])
  expect(await world.walletOf(member)).toBe(125_000)
})

test('HOUSE-52 the message came hours after the transfer and states no time: the line that is read after it is the same transfer', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await pay(member, '1251')
  world.clock.moveMs(20 * minuteMs)
  await world.syncTime()
  await book(await receive('Deposit of THB 1,251.00'), '1251.00')
  await readStatement()
  expect(await depositsOf(125_100)).toHaveLength(1)
  expect(await world.walletOf(member)).toBe(125_100)
})

test('HOUSE-52 what the statement has shown is not booked again: the message joins its deposit', async () => {
  const member = await world.addMember({ bankCode: 'KBANK' })
  await pay(member, '1252')
  await readStatement()
  expect(await world.walletOf(member)).toBe(125_200)
  world.clock.moveMs(2 * hourMs)
  await world.syncTime()
  const booked = await book(await receive('Deposit of THB 1,252.00'), '1252.00')
  expect(booked).toMatchObject({ outcome: 'already', state: 'credited', memberId: member.id })
  expect(await depositsOf(125_200)).toHaveLength(1)
})

test('HOUSE-52 a text that two phones forward, and a second call, book once; two texts of one sum are two deposits', async () => {
  const text = 'Deposit of THB 1,253.00 balance 9,000.00'
  const [first, second] = [await receive(text), await receive(text)]
  const one = await book(first, '1253.00')
  await expect(book(first, '1253.00')).rejects.toThrow('no open message')
  expect(await book(second, '1253.00')).toMatchObject({ outcome: 'already', id: one.id })
  const third = await book(await receive('Deposit of THB 1,253.00 balance 10,253.00'), '1253.00')
  expect(third.outcome).toBe('suspended')
  expect(await depositsOf(125_300)).toHaveLength(2)
})

test('HOUSE-52 a process that ends between the booking and the closing of the message has booked once, and the next call closes it', async () => {
  const eventId = await receive('Deposit of THB 1,256.00')
  const { db } = deps
  const dying = { ...db, begin: () => Promise.reject(new Error('ended')) } as BookDeps['db']
  const living = deps
  deps = { ...deps, db: dying }
  await expect(book(eventId, '1256.00')).rejects.toThrow('ended')
  deps = living
  expect(await book(eventId, '1256.00')).toMatchObject({ outcome: 'already' })
  expect(await depositsOf(125_600)).toHaveLength(1)
  expect((await findUnread(db, { source: 'sms', eventId }))!.seenAt).not.toBe(null)
})

const field = 'FIELD_WRONG'
test.each([
  ['another sum than the text has', '1255.00', {}, field],
  ['the balance', '9000.00', {}, field],
  ['nothing', '0', {}, field],
  ['a time after the message', '1254.00', { paidAt: new Date('2076-01-01') }, 'before that'],
  ['a time months before it', '1254.00', { paidAt: new Date('2026-01-01') }, 'before that'],
])('HOUSE-52 %s is refused, and the message stays', async (_, amount, given, why) => {
  const eventId = await receive('Deposit of THB 1,254.00 balance 9,000.00')
  await expect(book(eventId, amount, given)).rejects.toThrow(why)
  expect(await depositsOf(125_400)).toEqual([])
  const unread = await findUnread(world.database.db, { source: 'sms', eventId })
  expect(unread!.seenAt).toBe(null)
})
