// @vitest-environment jsdom
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { refuse } from '@kapao/ui/testing/served.ts'
import { expect, test, vi } from 'vitest'
import { text as desk } from '#text/en/all.ts'
import { at, signInAs } from '../../../../testing/examples.ts'
import { openPart, type Answers } from '../../../../testing/open-part.tsx'
import { memberRewards as words } from './en.ts'
import { memberRewards as lao } from './la.ts'
import { RewardsCard } from './rewards-card.tsx'
import { memberRewards as thai } from './th.ts'

const read = 'GET /api/console/members/rewards/{memberId}'
const voiding = 'POST /api/console/rewards/void'
type Rewards = ConsoleCallOutput<typeof read>

const baht = (amount: string) => ({ amount, currency: 'BAHT' as const })
const coupon = '0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88'

const rewards: Rewards = {
  held: {
    source: 'bonus',
    code: 'WELCOME',
    state: 'clearing',
    since: at,
    had: baht('100.00'),
    given: baht('20.00'),
    kind: 'balance',
    factor: '5',
    target: baht('600.00'),
    endsAt: baht('10.00'),
    tries: 3,
    takings: [
      { game: 'pgslot', taken: null },
      { game: 'imi', taken: baht('7.00') },
    ],
  },
  coupons: [
    {
      id: coupon,
      wheel: 'Lucky',
      label: '20 baht',
      sum: baht('20.00'),
      state: 'open',
      at,
      until: at,
      why: null,
    },
    {
      id: 'b',
      wheel: 'Lucky',
      label: '5 baht',
      sum: baht('5.00'),
      state: 'void',
      at,
      until: at,
      why: 'wrong',
    },
  ],
  invite: {
    waiting: baht('5.00'),
    received: baht('1.00'),
    counted: [
      {
        memberId: 'FRIEND000001',
        until: at,
        lost: baht('1000.00'),
        won: baht('0.00'),
        counted: baht('900.00'),
        ratePercent: '0.5',
        earned: baht('4.50'),
        void: null,
      },
      {
        memberId: 'FRIEND000002',
        until: at,
        lost: baht('3.00'),
        won: baht('0.00'),
        counted: baht('0.00'),
        ratePercent: '0',
        earned: baht('0.00'),
        void: 'same-person',
      },
    ],
  },
  refund: [
    {
      period: 'week 2026-02-23',
      lost: baht('1000.00'),
      won: baht('1.00'),
      gifts: baht('2.00'),
      forfeited: baht('3.00'),
      carried: baht('4.00'),
      ratePercent: '5',
      takenOff: baht('6.00'),
      refund: baht('43.50'),
      state: 'waits',
    },
  ],
}

async function open(answers: Answers = {}, role: 'owner' | 'cashier' | 'marketing' = 'owner') {
  signInAs(role)
  const part = await openPart(<RewardsCard memberId="A1B2C3D4E5F6" />, {
    answers: { [read]: () => rewards, ...answers },
  })
  const press = async (name: string) =>
    part.user.click((await part.screen.findAllByRole('button', { name })).at(-1)!)
  return { ...part, press }
}

test('SCREEN-22 what a member holds, has won and has coming is read when it is opened, with how each was counted', async () => {
  const part = await open()
  expect(part.sentTo(read)).toEqual([])
  await part.press(desk.members.rewards)
  await part.screen.findByText(words.refund)
  const said = part.words()
  for (const one of [
    'WELCOME',
    words.states.clearing,
    `${words.target.balance} (5 times)`,
    '600.00 baht',
    words.tries(3),
    words.left,
    '7.00 baht',
    '20 baht',
    words.couponStates.open,
    'FRIEND000001',
    '0.5%',
    words.voids['same-person'],
    `${words.week} 2026-02-23`,
    '43.50 baht',
    `${words.takenOff} 6.00 baht`,
  ])
    expect(said).toContain(one)
})

test('SCREEN-22 a coupon is voided with a reason by who may change rewards, and by nobody else', async () => {
  const part = await open({ [voiding]: () => ({ message: 'SUCCESS' }) })
  await part.press(desk.members.rewards)
  await part.press(words.void)
  await part.user.type(part.screen.getByLabelText(words.why), 'wrong prize')
  await part.press(words.void)
  await part.screen.findByText(words.voided)
  expect(part.sentTo(voiding)).toEqual([{ coupon, why: 'wrong prize' }])
  part.close()
  const refused = await open({ [voiding]: () => refuse('DECISION_REFUSED') })
  await refused.press(desk.members.rewards)
  await refused.press(words.void)
  await refused.user.type(refused.screen.getByLabelText(words.why), 'x')
  await refused.press(words.void)
  await refused.screen.findByRole('alert')
  refused.close()
  const cashier = await open({}, 'cashier')
  await cashier.press(desk.members.rewards)
  await cashier.screen.findByText(words.refund)
  expect(cashier.screen.queryByRole('button', { name: words.void })).toBeNull()
})

test('SCREEN-22 who may not see money of members sees no button for it', async () => {
  const part = await open({}, 'marketing')
  await vi.waitFor(() => expect(part.screen.queryByRole('button')).toBeNull())
})

test.each([
  ['Thai', thai, /[\u0E00-\u0E7F]/],
  ['Lao', lao, /[\u0E80-\u0EFF]/],
] as const)('SCREEN-22 everything of it is said in %s', (_name, pack, script) => {
  const said = (part: unknown): string[] => {
    if (typeof part === 'string') return [part]
    if (typeof part === 'function') return [String(part(7))]
    return Object.values(part as object).flatMap(said)
  }
  const amiss = said({ ...pack, rate: '' }).filter((one) => one !== '' && !script.test(one))
  expect(amiss).toEqual([])
})
