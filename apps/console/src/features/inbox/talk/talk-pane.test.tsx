// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { DeskMessage } from '@kapao/contract/console/inbox'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { at, signInAs } from '../../../testing/examples.ts'
import { memberOf } from '../../../testing/member.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { TalkPane } from './talk-pane.tsx'

const { inbox, members, refusals, desk } = text
const read = 'GET /api/console/talks/{talk}'
const mark = 'POST /api/console/talks/read'
const one = 'GET /api/console/members/one/{memberId}'
const id = 'A1B2C3D4E5F6'

type Talk = ConsoleCallOutput<typeof read>

function messageOf(seq: number, part: Partial<DeskMessage> = {}): DeskMessage {
  return {
    _id: `m-${seq}`,
    seq,
    sender: 'customer',
    message: { message_type: 'text', payload: { message: `words ${seq}` } },
    createdAt: at,
    session_id: id,
    userId: null,
    guestId: 'g',
    username: null,
    name: null,
    deviceToken: '',
    writer: 'customer',
    operator: null,
    ...part,
  }
}

const talkOf = (part: Partial<Talk> = {}): Talk => ({
  talk: id,
  memberId: null,
  name: 'SO•••',
  language: 'th',
  last: '',
  lastAt: at,
  waitsSince: null,
  unread: 0,
  assignedTo: null,
  forRole: null,
  claims: null,
  isClosed: false,
  messages: [messageOf(4), messageOf(5)],
  isMore: false,
  readTo: 0,
  firstAnswerSeconds: null,
  ...part,
})

beforeEach(() => {
  Element.prototype.scrollTo = () => undefined
})

async function open(
  talk: Partial<Talk>,
  { role = 'support', ...answers }: Answers & { role?: Role } = {},
) {
  signInAs(role)
  const part = await openPart(<TalkPane talk={id} box="all" />, {
    answers: {
      [read]: () => talkOf(talk),
      [mark]: () => ({ message: 'SUCCESS' }),
      'GET /api/console/inbox/answerers': () => ({ names: [], roles: [] }),
      ...answers,
    },
  })
  const log = await part.screen.findByRole('log')
  const lines = () => [...log.children].map((line) => line.textContent)
  return { ...part, log, lines }
}

test('DESK-95 messages stand in their order with who wrote them, and which of ours the customer has read', async () => {
  const person = { sender: 'other' as const, writer: 'person' as const, operator: 'kai' }
  const { lines } = await open({
    readTo: 6,
    messages: [
      messageOf(4),
      messageOf(5, { sender: 'other', writer: 'menu' }),
      messageOf(6, person),
      messageOf(7, person),
    ],
  })
  const of = lines().map((line) => line.replace(/ · \d.*?(?= · |$)/, ''))
  expect(of).toEqual([
    `words 4${inbox.customer}`,
    `words 5${inbox.menuWrote}`,
    `words 6kai · ${inbox.read}`,
    'words 7kai',
  ])
})

test('DESK-95 what was unread is marked as read up to its last message, by who may answer', async () => {
  const part = await open({ unread: 2 })
  await vi.waitFor(() => expect(part.sentTo(mark)).toEqual([{ talk: id, seq: 5 }]))
  expect(part.screen.getByLabelText(inbox.answer)).toBeTruthy()
})

test('DESK-95 who may only look marks nothing as read, answers nothing and closes nothing', async () => {
  const part = await open({ unread: 2 }, { role: 'cashier' })
  expect(part.lines()).toHaveLength(2)
  expect(part.sentTo(mark)).toEqual([])
  expect(part.screen.queryByRole('textbox')).toBeNull()
  expect(part.screen.queryByLabelText(inbox.closeAs)).toBeNull()
})

test('DESK-95 what is read already is not marked again', async () => {
  const part = await open({ unread: 0 })
  expect(part.sentTo(mark)).toEqual([])
})

test('DESK-96 earlier messages are asked for before the first one that is shown, and stand above', async () => {
  const part = await open(
    {},
    {
      [read]: ({ before }) =>
        before === undefined
          ? talkOf({ isMore: true })
          : talkOf({ messages: [messageOf(2), messageOf(3)] }),
    },
  )
  await part.user.click(part.screen.getByRole('button', { name: inbox.earlier }))
  await vi.waitFor(() => expect(part.lines()).toHaveLength(4))
  expect(part.sentTo(read).at(-1)).toMatchObject({ talk: id, before: '4' })
  expect(part.lines().map((line) => line.slice(0, 7))).toEqual([
    'words 2',
    'words 3',
    'words 4',
    'words 5',
  ])
  expect(part.screen.queryByRole('button', { name: inbox.earlier })).toBeNull()
})

test.each([true, false])('DESK-97 that a talk is closed is said: %s', async (isClosed) => {
  const { words } = await open({ isClosed })
  expect(words().includes(inbox.isClosed)).toBe(isClosed)
})

test('DESK-83 beside a member’s words stand their money, masked numbers and what is open', async () => {
  const member = memberOf({
    balances: [
      { place: 'wallet', sum: { amount: '1250.50', currency: 'BAHT' }, at: null, isOld: false },
    ],
    open: [
      {
        kind: 'withdrawal',
        id: 'w',
        since: at,
        sum: { amount: '900.00', currency: 'BAHT' },
        state: 'held',
        work: null,
      },
    ],
  })
  const part = await open({ memberId: member.memberId }, { [one]: () => member })
  const side = await part.screen.findByRole('complementary', { name: inbox.member })
  await within(side).findByText(members.open)
  expect(part.sentTo(one)).toEqual([{ memberId: member.memberId }])
  const words = side.textContent.replaceAll('\u00A0', ' ')
  expect(words).toContain('081•••678 · KBANK ••3334')
  expect(words).toContain('1,250.50 baht')
  expect(words).toContain('900.00 baht')
})

test('DESK-83 HOUSE-75 beside a guest’s words stands no member, and who only reads cannot name one', async () => {
  const guest = await open({ memberId: null })
  expect(guest.screen.getByLabelText(inbox.claim.phone)).toBeTruthy()
  guest.close()
  const reader = await open({ memberId: null }, { role: 'cashier' })
  expect(reader.screen.queryByRole('complementary')).toBeNull()
})

test('DESK-72 a picture from elsewhere is a name and nothing that is fetched', async () => {
  const media = (filePath: string) => ({
    message: { message_type: 'media', payload: { filePath, fileType: 'image', name: 'slip.png' } },
  })
  const { log } = await open({
    messages: [
      messageOf(4, media('https://elsewhere.example/x.png') as never),
      messageOf(5, media('//elsewhere.example/x.png') as never),
      messageOf(6, media('/files/own.png') as never),
    ],
  })
  expect([...log.querySelectorAll('img')].map((one) => one.getAttribute('src'))).toEqual([
    '/files/own.png',
  ])
  expect(log.textContent.match(/slip\.png/g)).toHaveLength(2)
})

test('a talk that cannot be read says why, and is read again', async () => {
  signInAs('support')
  let isDown = true
  const part = await openPart(<TalkPane talk={id} box="all" />, {
    answers: {
      [read]: () => (isDown ? refuse('NOT_FOUND', {}, 404) : talkOf()),
      'GET /api/console/inbox/answerers': () => ({ names: [], roles: [] }),
    },
  })
  await part.screen.findByText(refusals.NOT_FOUND)
  expect(part.screen.queryByRole('textbox')).toBeNull()
  isDown = false
  await part.user.click(part.screen.getByRole('button', { name: desk.retry }))
  expect(await part.screen.findByText('words 5')).toBeTruthy()
})
