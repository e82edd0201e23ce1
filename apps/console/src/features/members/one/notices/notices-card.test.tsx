// @vitest-environment jsdom
import type { DeskNotice } from '@kapao/contract/console/notices'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test } from 'vitest'
import { text as desk } from '#text/en/all.ts'
import { at, signInAs } from '../../../../testing/examples.ts'
import { openPart, type Answers } from '../../../../testing/open-part.tsx'
import { memberNotices as words } from './en.ts'
import { memberNotices as lao } from './la.ts'
import { NoticesCard } from './notices-card.tsx'
import { memberNotices as thai } from './th.ts'

const list = 'GET /api/console/notices/list'
const again = 'POST /api/console/notices/again/{delivery}'
const delivery = '3f2504e0-4f89-11d3-9a0c-0305e82c3301'

type Part = Partial<DeskNotice['deliveries'][number]>
const noticeOf = (id: string, parts: Part[], more: Partial<DeskNotice> = {}): DeskNotice => ({
  id,
  memberId: 'A1B2C3D4E5F6',
  kind: 'bank.byHand',
  said: 'เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว',
  at,
  readAt: null,
  deliveries: parts.map((part) => ({
    id: delivery,
    channel: 'sms',
    state: 'due',
    tries: 1,
    nextAt: null,
    endedAt: null,
    why: null,
    mayGoAgain: false,
    ...part,
  })),
  ...more,
})

let opened = 0

async function open(
  rows: DeskNotice[],
  { role = 'support', ...answers }: Answers & { role?: 'support' | 'owner' } = {},
) {
  signInAs(role)
  // What was read of another member stays in the store.
  opened += 1
  const memberId = `A1B2C3D4E5F${opened}`
  const part = await openPart(<NoticesCard memberId={memberId} />, {
    answers: { [list]: () => ({ rows, next: null }), ...answers },
  })
  await part.user.click(part.screen.getByRole('button', { name: desk.members.notices }))
  return { ...part, memberId }
}

test('NOTE-15 what the member was told is read when it is opened, with its words, whether it was read, and what became of it', async () => {
  const part = await open([
    noticeOf('3', [{ state: 'due', tries: 2, nextAt: at, why: 'they answered 423' }]),
    noticeOf('2', [{ state: 'unknown', endedAt: at }], { kind: 'password.changed' }),
    noticeOf('1', [], { kind: 'deposit.credited', said: null, readAt: at }),
  ])
  const of = async (kind: DeskNotice['kind']) => {
    const group = await part.screen.findByRole('group', { name: words.kinds[kind] })
    return group.textContent.replaceAll('\u00A0', ' ')
  }
  const first = await of('bank.byHand')
  for (const one of [
    words.kinds['bank.byHand'],
    words.unread,
    'เจ้าหน้าที่เปลี่ยนบัญชีธนาคารของคุณแล้ว',
    words.channels.sms,
    words.states.due,
    '2 tries',
    words.next,
    'they answered 423',
  ])
    expect(first).toContain(one)
  expect(await of('password.changed')).toContain(words.states.unknown)
  const read = await of('deposit.credited')
  expect(read).toContain(words.read)
  expect(read).not.toContain(words.unread)
  expect(part.sentTo(list)).toEqual([{ memberId: part.memberId }])
})

test('NOTE-15 older ones are read when they are asked for; nobody told of anything is said so, and a failure is tried again', async () => {
  const part = await open([], {
    [list]: (input: unknown) =>
      (input as { after?: string }).after === undefined
        ? { rows: [noticeOf('2', [])], next: '2' }
        : { rows: [noticeOf('1', [], { kind: 'deposit.taken' })], next: null },
  })
  await part.user.click(await part.screen.findByRole('button', { name: words.more }))
  await part.screen.findByRole('group', { name: words.kinds['deposit.taken'] })
  expect(part.screen.getAllByRole('group')).toHaveLength(2)
  expect(part.sentTo(list)).toEqual([
    { memberId: part.memberId },
    { memberId: part.memberId, after: '2' },
  ])
  part.close()
  const empty = await open([])
  await empty.screen.findByText(words.nothing)
  empty.close()
  const failing = await open([], { [list]: () => refuse('NO_RIGHT', {}, 403) })
  await failing.screen.findByRole('alert')
})

test('NOTE-16 what certainly was not sent is tried once more with a reason; a refusal says why, and nothing else has the button', async () => {
  const rows = [noticeOf('2', [{ mayGoAgain: true }]), noticeOf('1', [{ state: 'unknown' }])]
  const part = await open(rows, { [again]: () => ({ message: 'SUCCESS' }) })
  const press = async () =>
    part.user.click(await part.screen.findByRole('button', { name: words.again }))
  await press()
  expect(part.screen.getByRole('button', { name: words.again })).toHaveProperty('disabled', true)
  await part.user.type(part.screen.getByLabelText(words.why), 'credit again')
  await press()
  await part.screen.findByText(words.asked)
  expect(part.sentTo(again)).toEqual([{ delivery, why: 'credit again' }])
  part.close()
  const refused = await open(rows, {
    [again]: () => refuse('DECISION_REFUSED', { why: 'may-be-sent' }, 409),
  })
  await refused.user.click(await refused.screen.findByRole('button', { name: words.again }))
  await refused.user.type(refused.screen.getByLabelText(words.why), 'x')
  await refused.user.click(refused.screen.getByRole('button', { name: words.again }))
  await refused.screen.findByText(desk.work.refused['may-be-sent'])
})

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
] as const)('NOTE-15 everything of it is said in %s', (_name, pack, script) => {
  const said = (part: unknown): string[] => {
    if (typeof part === 'string') return [part]
    if (typeof part === 'function') return [String(part(7))]
    return Object.values(part as object).flatMap(said)
  }
  const names = ['SMS', 'LINE']
  expect(said(pack).filter((one) => !names.includes(one) && !script.test(one))).toEqual([])
})
