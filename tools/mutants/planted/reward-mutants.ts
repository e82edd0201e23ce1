import type { Mutant } from '../mutant.ts'

const modules = 'apps/server/src/modules'
const testsOf = (module: string, ...names: string[]) =>
  names.map((name) => `${modules}/${module}/${name}.test.ts`)

const wheel = testsOf('spinwheel', 'spinwheel', 'draw')
const refund = testsOf('refund', 'refund', 'kill')
const invite = testsOf('invite', 'invite', 'kill')
const bonus = testsOf('bonus', 'bonus', 'claims', 'doors', 'escapes', 'fresh')

/** What the house gives: once, to whom it is due, and never under money that is on its way. */
export const rewardMutants: readonly Mutant[] = [
  {
    name: 'wheel: a spin without a coin',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [[`  if (coins < 1n) return lost('NO_DATA')\n`, '']],
  },
  {
    name: 'wheel: two spins hold nothing against each other',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [['  await deps.lockMember(tx, memberId)\n', '']],
  },
  {
    name: 'wheel: a key draws twice',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [['  if (known) return won(known, wanted.language)\n', '']],
  },
  {
    name: 'wheel: other odds than those of the promise',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [[`  if (seed.wheel !== wheel.id) return lost('KEY_INVALID')\n`, '']],
  },
  {
    name: 'wheel: drawn under another promise than was shown',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [[' && wanted.commitment !== seed.commitment)', ' && wanted.commitment === null)']],
  },
  {
    name: 'wheel: a key that was given up spins',
    gate: wheel,
    file: `${modules}/spinwheel/spin.ts`,
    edits: [[`  if (await isAbandoned(tx, memberId, key)) throw new Refused('ABANDONED')\n`, '']],
  },
  {
    name: "coupon: anybody's",
    gate: wheel,
    file: `${modules}/spinwheel/claim.ts`,
    edits: [[`coupon?.memberId !== memberId || coupon.state`, `!coupon || coupon.state`]],
  },
  {
    name: 'coupon: after its last day',
    gate: wheel,
    file: `${modules}/spinwheel/claim.ts`,
    edits: [[`  if (coupon.expiresAt <= at) refuse(claimCoupon, 'COUPON_EXPIRED')\n`, '']],
  },
  {
    name: 'coupon: beside a bonus',
    gate: wheel,
    file: `${modules}/spinwheel/claim.ts`,
    edits: [
      [`  if (await deps.bonusHeld(tx, memberId)) refuse(claimCoupon, 'BONUS_REMAINING')\n`, ''],
    ],
  },
  {
    name: 'refund: free of its condition by the other call',
    gate: refund,
    file: `${modules}/refund/receive.ts`,
    edits: [['route === receiveRoute && Number(success) > 0', 'false']],
  },
  {
    name: 'refund: beside a bonus',
    gate: refund,
    file: `${modules}/refund/receive.ts`,
    edits: [['if (await deps.bonusHeld(on, memberId))', 'if (false)']],
  },
  {
    name: 'refund: periods stay after they were received',
    gate: refund,
    file: `${modules}/refund/store.ts`,
    edits: [
      [
        `set receipt = $2 where member_id = $1 and receipt is null\n`,
        `set receipt = $2 where member_id = $1\n`,
      ],
    ],
  },
  {
    name: 'invite: received though it is switched off',
    gate: invite,
    file: `${modules}/invite/receive.ts`,
    edits: [[`      if (!isActive) refuse(receiveInviteBonus, 'INVITE_INACTIVE')\n`, '']],
  },
  {
    name: 'invite: beside a bonus',
    gate: invite,
    file: `${modules}/invite/receive.ts`,
    edits: [['if (await deps.bonusHeld(on, memberId))', 'if (false)']],
  },
  {
    name: 'bonus: a second one beside the first',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [
      [`  if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_ALREADY_ACTIVE')\n`, ''],
    ],
  },
  {
    name: 'bonus: while a withdrawal is open',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [
      [
        `  if (await deps.withdrawalIsOpen(tx, memberId)) throw new Refused('WITHDRAW_PENDING')\n`,
        '',
      ],
    ],
  },
  {
    name: 'bonus: while money is on its way to a game',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [['(await deps.listOpenGames(tx, memberId)).length > 0', 'false']],
  },
  {
    name: 'bonus: a deposit counts twice',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [['newest && !(await depositIsUsed(on, newest.id)) ? newest : null', 'newest']],
  },
  {
    name: 'bonus: a provider that is silent is taken for empty',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [['if (isWeighed && !(await deps.refreshAll(memberId)))', 'if (false)']],
  },
  {
    name: 'bonus: another body under the same key',
    gate: bonus,
    file: `${modules}/bonus/grant.ts`,
    edits: [
      [
        `  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')\n  return known`,
        '  return known',
      ],
    ],
  },
  {
    name: 'bonus: ended by the member before its condition',
    gate: bonus,
    file: `${modules}/bonus/clear.ts`,
    edits: [[`if (why === 'condition' || why === 'cap') throw`, `if (why === 'cap') throw`]],
  },
]
