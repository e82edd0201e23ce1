// @vitest-environment jsdom
import type { TalkRow } from '@kapao/contract/console/inbox'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { at, signInAs } from '../../../testing/examples.ts'
import { openPart, type Answers } from '../../../testing/open-part.tsx'
import { text } from '#text/en/all.ts'
import { TalkHead } from './talk-head.tsx'

const { inbox, refusals } = text
const assign = 'POST /api/console/talks/assign'
const close = 'POST /api/console/talks/close'

const talk: TalkRow = {
  talk: 'A1B2C3D4E5F6',
  memberId: null,
  name: 'SO•••',
  language: 'th',
  last: 'hello',
  lastAt: at,
  waitsSince: null,
  unread: 0,
  assignedTo: null,
  forRole: null,
  claims: null,
  isClosed: false,
}
const answerers = { names: ['kai', 'nok'], roles: ['support', 'risk'] satisfies Role[] }

async function open(
  answers: Answers,
  {
    roles = ['owner'],
    mayAnswer = true,
    part = {},
  }: { roles?: Role[]; mayAnswer?: boolean; part?: Partial<TalkRow> } = {},
) {
  signInAs(...roles)
  const opened = await openPart(
    <TalkHead talk={{ ...talk, ...part }} box="mine" mayAnswer={mayAnswer} />,
    { answers: { 'GET /api/console/inbox/answerers': () => answerers, ...answers } },
  )
  const options = (label: string) =>
    [...opened.screen.getByLabelText<HTMLSelectElement>(label).options].map((one) => one.text)
  const choose = async (label: string, option: string, act: string) => {
    await opened.user.selectOptions(opened.screen.getByLabelText(label), option)
    await opened.user.click(opened.screen.getByRole('button', { name: act }))
  }
  return { ...opened, options, choose, here: () => opened.router.history.location.pathname }
}

test('a talk is closed for the chosen reason, and the box is shown again', async () => {
  const part = await open({ [close]: () => talk })
  await part.choose(inbox.closeAs, inbox.reasons.spam, inbox.close)
  await vi.waitFor(() => expect(part.here()).toBe('/chat/mine'))
  expect(part.sentTo(close)).toEqual([{ talk: talk.talk, reason: 'spam' }])
})

test('HOUSE-56 a guest is blocked for a day and let in again in the same place; a member is not', async () => {
  const block = 'POST /api/console/talks/block'
  const part = await open({ [block]: () => talk })
  await part.user.click(part.screen.getByRole('button', { name: inbox.block }))
  expect(part.sentTo(block)).toEqual([{ talk: talk.talk, isOn: true }])
  part.close()
  const blocked = await open({ [block]: () => talk }, { part: { blockedUntil: at, blocks: 2 } })
  expect(blocked.words()).toContain(inbox.blockedUntil)
  await blocked.user.click(blocked.screen.getByRole('button', { name: inbox.unblock }))
  expect(blocked.sentTo(block)).toEqual([{ talk: talk.talk, isOn: false }])
  blocked.close()
  const before = await open({}, { part: { blockedUntil: null, blocks: 2 } })
  expect(before.words()).toContain(inbox.blockedBefore(2).replace('\u00A0', ' '))
  before.close()
  const member = await open({}, { part: { memberId: 'A1B2C3D4E5F6' } })
  expect(member.screen.queryByRole('button', { name: inbox.block })).toBe(null)
})

test('a closing that is refused is said, and the talk stays', async () => {
  const part = await open({ [close]: () => refuse('TALK_CLOSED') })
  await part.choose(inbox.closeAs, inbox.reasons.solved, inbox.close)
  await part.screen.findByText(refusals.TALK_CLOSED)
  expect(part.here()).toBe('/')
})

test('HOUSE-70 a talk is taken, given to a colleague, or handed to a role, by support, too', async () => {
  const done = () => talk
  const part = await open({ [assign]: done }, { roles: ['support'] })
  await part.user.click(part.screen.getByRole('button', { name: inbox.takeIt }))
  await vi.waitFor(() =>
    expect(part.options(inbox.assign)).toEqual([
      inbox.nobody,
      'nok',
      'kai',
      inbox.toRole('Support'),
      inbox.toRole('Risk'),
    ]),
  )
  await part.choose(inbox.assign, 'kai', inbox.assignTo)
  await part.choose(inbox.assign, inbox.toRole('Risk'), inbox.assignTo)
  await vi.waitFor(() => expect(part.sentTo(assign)).toHaveLength(3))
  expect(part.sentTo(assign)).toEqual([
    { talk: talk.talk, to: 'nok' },
    { talk: talk.talk, to: 'kai' },
    { talk: talk.talk, to: null, role: 'risk' },
  ])
})

test('HOUSE-70 what the arrow keys pass neither closes a talk nor gives it away', async () => {
  const done = () => talk
  const part = await open({ [assign]: done, [close]: done })
  await vi.waitFor(() => expect(part.options(inbox.assign)).toContain(inbox.toRole('Risk')))
  const choose = (label: string, option: string) =>
    part.user.selectOptions(part.screen.getByLabelText(label), option)
  await choose(inbox.closeAs, inbox.reasons.solved)
  await choose(inbox.closeAs, inbox.reasons.spam)
  for (const passed of ['nok', 'kai', inbox.nobody]) await choose(inbox.assign, passed)
  expect(part.screen.queryByRole('button', { name: inbox.assignTo })).toBe(null)
  expect([...part.sentTo(assign), ...part.sentTo(close)]).toEqual([])
  expect(part.here()).toBe('/')
})

test('an assigned talk is released to nobody', async () => {
  const done = () => talk
  const part = await open({ [assign]: done }, { roles: ['support'], part: { assignedTo: 'lek' } })
  expect(part.screen.queryByRole('button', { name: inbox.takeIt })).toBeNull()
  await part.choose(inbox.assign, inbox.nobody, inbox.assignTo)
  await vi.waitFor(() => expect(part.sentTo(assign)).toEqual([{ talk: talk.talk, to: null }]))
})

test('who may not answer neither assigns nor closes; a closed talk is not closed again', async () => {
  const reader = await open({}, { mayAnswer: false })
  expect(reader.screen.queryByLabelText(inbox.assign)).toBeNull()
  expect(reader.screen.queryByLabelText(inbox.closeAs)).toBeNull()
  reader.close()
  const ended = await open({}, { part: { isClosed: true } })
  expect(ended.screen.queryByLabelText(inbox.closeAs)).toBeNull()
  expect(ended.words()).toContain(inbox.closed)
})
