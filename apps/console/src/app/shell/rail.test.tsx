// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Role } from '@kapao/contract/console/roles'
import { refuse } from '@kapao/ui/testing/served.ts'
import { within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { at, signInAs } from '../../testing/examples.ts'
import { openPart, type Answers } from '../../testing/open-part.tsx'
import { workAddress } from '#shared/work-kind.ts'
import { text } from '#text/en/all.ts'
import { Rail } from './rail.tsx'

const { desk, work, payouts } = text
const { screens } = desk
const counts = 'GET /api/console/work/counts'
const out = 'POST /api/console/sign-out'

type Count = ConsoleCallOutput<typeof counts>['kinds'][number]
const countOf = (part: Partial<Count>): Count => ({
  kind: 'payout',
  count: 3,
  amber: 0,
  red: 0,
  oldest: at,
  newest: at,
  ...part,
})

async function open(role: Role, { kinds = [], ...answers }: Answers & { kinds?: Count[] } = {}) {
  signInAs(role)
  const [onFind, onLeave] = [vi.fn(), vi.fn()]
  const part = await openPart(<Rail onFind={onFind} onLeave={onLeave} />, {
    answers: {
      [counts]: () => ({ kinds }),
      'GET /api/console/payouts': () => ({ stops: [] }),
      ...answers,
    },
  })
  await vi.waitFor(() => expect(part.sentTo('GET /api/console/payouts')).toHaveLength(1))
  const links = () =>
    part.screen.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])
  const press = (name: string) => part.user.click(part.screen.getByRole('button', { name }))
  return { ...part, onFind, onLeave, links, press }
}

const all = [screens.work, workAddress('all')]
const members = [screens.members, '/members']
const chat = [screens.chat, '/chat']
const operators = [screens.operators, '/operators']
const settings = [screens.settings, '/settings']
const rewards = [screens.rewards, '/rewards']
const guide = [screens.guide, '/guide']
const doors = [screens.doors, '/doors']
const audit = [screens.audit, '/audit']
const me = [`nok${desk.meShort}`, '/me']

test.each([
  ['owner', [all, members, chat, operators, settings, rewards, guide, doors, audit, me], true],
  ['risk', [all, members, chat, operators, settings, rewards, guide, doors, audit, me], true],
  ['cashier', [all, members, settings, me], false],
  ['support', [members, chat, me], false],
  ['marketing', [settings, rewards, me], false],
] as const)(
  'DESK-77 %s sees the screens of their rights, and only who may can stop payouts',
  async (role, wanted, mayStop) => {
    const part = await open(role)
    expect(part.links()).toEqual(wanted)
    expect(part.screen.queryByRole('button', { name: payouts.stop }) !== null).toBe(mayStop)
  },
)

test('DESK-127 each kind of work has its number; what is late is said, and the sum of all stands at the top', async () => {
  const kinds = [
    countOf({}),
    countOf({ kind: 'deposit', count: 4, amber: 2, red: 1 }),
    countOf({ kind: 'talk', count: 7 }),
  ]
  const part = await open('owner', { kinds })
  const numberOf = (href: string) =>
    part.screen.getAllByRole('link').find((one) => one.getAttribute('href') === href)!.textContent
  await vi.waitFor(() => expect(numberOf(workAddress('payout'))).toContain(desk.waiting(3)))
  expect(numberOf(workAddress('payout'))).not.toContain(desk.late(1))
  expect(numberOf(workAddress('deposit'))).toContain(work.kinds.deposit)
  expect(numberOf(workAddress('deposit'))).toContain(desk.waiting(4))
  expect(numberOf(workAddress('deposit'))).toContain(desk.late(1))
  expect(numberOf(workAddress('all'))).toContain(desk.waiting(14))
  expect(numberOf('/chat')).toContain(desk.waiting(7))
  expect(part.links().some(([, href]) => href === workAddress('talk'))).toBe(false)
})

test('the place where one is is marked, also further in', async () => {
  const part = await open('owner')
  const current = () =>
    part.screen
      .getAllByRole('link')
      .filter((one) => one.getAttribute('aria-current') === 'page')
      .map((one) => one.textContent)
  await part.router.navigate({ to: '/chat/$box', params: { box: 'all' } })
  await vi.waitFor(() => expect(current()).toEqual([screens.chat]))
  await part.user.click(part.screen.getByText(screens.members))
  await vi.waitFor(() => expect(current()).toEqual([screens.members]))
})

test('on a phone the rare screens are behind one button', async () => {
  const part = await open('owner')
  await part.press(desk.moreScreens)
  const dialog = within(part.screen.getByRole('dialog'))
  expect(dialog.getAllByRole('link').map((one) => one.textContent)).toEqual([
    screens.operators,
    screens.settings,
    screens.rewards,
    screens.guide,
    screens.doors,
    screens.audit,
  ])
})

test('on a phone who has no rare screen sees no button for them', async () => {
  const other = await open('support')
  expect(other.screen.queryByRole('button', { name: desk.moreScreens })).toBeNull()
})

test('the search opens, and signing out leaves the page also where the server refuses it', async () => {
  const part = await open('support', { [out]: () => refuse('UNAUTHORIZED', {}, 401) })
  await part.user.click(part.screen.getByText(desk.palette.open))
  expect(part.onFind).toHaveBeenCalledOnce()
  expect(part.onLeave).not.toHaveBeenCalled()
  await part.press(desk.signOut)
  await vi.waitFor(() => expect(part.onLeave).toHaveBeenCalledOnce())
  expect(part.sentTo(out)).toHaveLength(1)
  expect(part.onFind).toHaveBeenCalledOnce()
})
