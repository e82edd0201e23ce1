// @vitest-environment jsdom
import type { WorkItem } from '@kapao/contract/console/work'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { at, itemOf, returned, signInAs } from '../../../testing/examples.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { itemAddress } from '#shared/work-kind.ts'
import { text } from '#text/en/all.ts'
import { ItemPane } from './item-pane.tsx'

const { work, refusals } = text
const take = 'POST /api/console/work/take/{kind}/{id}'
const read = 'GET /api/console/work/item/{kind}/{id}'
/** A little longer than an operator stays who only passes by. */
const dwell = () => new Promise((resolve) => setTimeout(resolve, 800))

async function open(part: Partial<WorkItem> = {}) {
  signInAs('risk')
  const onBack = vi.fn()
  const item = itemOf(part)
  const opened = await openPart(
    <ItemPane kind={item.kind} id={item.id} onNext={vi.fn()} onBack={onBack} />,
    { answers: { [read]: () => item, [take]: () => refuse('NOT_FOUND', {}, 404) } },
  )
  await opened.screen.findByRole('heading', { level: 2 })
  return { ...opened, onBack }
}

test('an open item is taken after a while and given back when it is left, whatever the server answers', async () => {
  const { close, sentTo, words } = await open()
  expect(sentTo(take)).toEqual([])
  await dwell()
  const item = { kind: 'payout', id: 'p-1' }
  expect(sentTo(take)).toEqual([{ ...item, isBack: false }])
  expect(words()).not.toContain(refusals.NOT_FOUND)
  close()
  expect(sentTo(take)).toEqual([
    { ...item, isBack: false },
    { ...item, isBack: true },
  ])
})

test('who only passes by takes nothing', async () => {
  const { close, sentTo } = await open()
  close()
  await dwell()
  expect(sentTo(take)).toEqual([])
})

const decided = { decision: 'returned' as const, by: 'kai', at, why: 'as seen', movements: [] }

test.each([
  ['that is decided', { decided, decisions: [] }],
  ['all whose decisions are barred', { decisions: [{ ...returned, barred: 'own-act' as const }] }],
  ['without a decision', { decisions: [] }],
])('an item %s is not taken', async (_, part) => {
  const { sentTo } = await open(part)
  await dwell()
  expect(sentTo(take)).toEqual([])
})

test('HOUSE-115 of an act that waits to be read it is said what to do when it is not in order', async () => {
  const review: Partial<WorkItem> = { kind: 'review', id: '7' }
  const parts: [Partial<WorkItem>, boolean][] = [
    [review, true],
    [{ ...review, id: '8', decided, decisions: [] }, false],
    [{}, false],
  ]
  const said = work.notInOrder.replaceAll('\u00A0', ' ')
  for (const [part, isSaid] of parts) {
    const { words, close } = await open(part)
    expect(words().includes(said)).toBe(isSaid)
    close()
  }
})

test('HOUSE-116 beside a masked name stands the end of the id, which namesakes do not share', async () => {
  const { screen } = await open({ memberId: 'A1B2C3D4E5F6', memberName: 'SO••• JA•••' })
  expect(screen.getAllByRole('link', { name: 'SO••• JA••• E5F6' })).not.toEqual([])
})

test('what is decided shows by whom and why, and offers no decision that the server does not', async () => {
  const { words, screen } = await open({ decided, decisions: [] })
  expect(words()).toContain('Booked as returned · kai')
  expect(words()).toContain('as seen')
  expect(screen.queryByRole('region', { name: work.decide })).toBeNull()
})

test('what somebody else decides meanwhile stands in the place of the form', async () => {
  signInAs('risk')
  let item = itemOf()
  const part = await openPart(
    <ItemPane kind="payout" id="p-1" onNext={vi.fn()} onBack={vi.fn()} />,
    {
      answers: {
        [read]: () => item,
        [take]: () => refuse('NOT_FOUND', {}, 404),
        'POST /api/console/work/decide/{kind}/{id}': () => {
          item = itemOf({ decided, decisions: [] })
          return refuse('ALREADY_DECIDED', {}, 409)
        },
      },
    },
  )
  await part.user.type(await part.screen.findByRole('textbox'), 'seen')
  await part.user.click(part.screen.getAllByRole('button', { name: /It came back/ }).at(-1)!)
  await vi.waitFor(() => expect(part.words()).toContain('Booked as returned · kai'))
  expect(part.screen.queryByRole('textbox')).toBeNull()
})

test('HOUSE-31 one that waits for a second person says for whom, and leads to that request', async () => {
  const about = { request: '77', command: 'withdrawals resolve', askedBy: 'kai' }
  const waits = { ...about, waitsFor: ['som'], soonest: null }
  const { words, screen } = await open({ waits, decisions: [] })
  expect(words()).toContain(work.waitsNote('kai'))
  expect(words()).toContain(work.nowWaits('som'))
  expect(screen.getByRole('link', { name: work.openRequest }).getAttribute('href')).toBe(
    itemAddress('second', { kind: 'second', id: '77' }),
  )
})

test.each([
  ['nok', work.takenByMe],
  ['kai', work.takenBy('kai')],
])('who has it open is said: %s', async (takenBy, words) => {
  const part = await open({ takenBy, decisions: [] })
  expect(part.words()).toContain(words)
})

test('an item that cannot be read says so, and is neither shown nor taken', async () => {
  const part = await openPart(<ItemPane kind="payout" id="x" onNext={vi.fn()} onBack={vi.fn()} />, {
    answers: { [read]: () => refuse('NOT_FOUND', {}, 404) },
  })
  await part.screen.findByText(refusals.NOT_FOUND)
  expect(part.screen.queryByRole('article')).toBeNull()
})

test('a second approval shows what would change, says it by name, and sends approve and reject apart', async () => {
  const side = (value: string) => ({
    name: 'value' as const,
    path: [{ key: 'maxReceived' }],
    value: { form: 'data' as const, json: value },
  })
  const yes = { ...returned, name: 'yes' as const, fields: [], isCertain: false }
  const { words, screen, user } = await open({
    kind: 'second',
    id: '77',
    panels: [
      { name: 'before', facts: [side('1')] },
      { name: 'after', facts: [side('1000')] },
    ],
    decisions: [
      { ...yes, effect: 'does-request', barred: 'own-request' },
      { ...yes, name: 'no', effect: 'drops-request' },
    ],
  })
  expect(screen.getByRole('table').textContent).toMatch(/11000$/)
  expect(words()).toContain(work.barred['own-request'])
  const button = (name: string) =>
    screen.getAllByRole('button').find((one) => one.textContent.startsWith(name))!
  expect(button(work.decisions.yes).hasAttribute('disabled')).toBe(true)
  await user.click(button(work.decisions.no))
  expect(words()).toContain(work.effects['drops-request'])
  expect(words()).not.toContain(work.effects['does-request'])
})

test('HOUSE-32 what was paid can come back from where one sees it, and is not called unclear or late any more', async () => {
  const bounced = { ...returned, name: 'bounced' as const, isCertain: false }
  const { screen, words } = await open({
    why: { code: 'payout-unclear', detail: null },
    decided: { ...decided, decision: 'paid' },
    decisions: [bounced],
  })
  expect(screen.getByRole('button', { name: new RegExp(work.decisions.bounced) })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(work.one.payout)
  expect(words()).not.toContain(work.why['payout-unclear'])
})
