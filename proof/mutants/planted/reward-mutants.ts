import type { Mutant } from '../mutant.ts'
import { testsOf } from '../table.ts'

const wheel = testsOf('spinwheel', 'spinwheel', 'draw')
const refund = testsOf('refund', 'refund', 'kill')
const invite = testsOf('invite', 'invite', 'kill')
const bonus = testsOf('bonus', 'bonus', 'claims', 'channels', 'ending', 'escapes', 'fresh')
const claims = testsOf('bonus', 'claims')
const escapes = testsOf('bonus', 'escapes')
const terms = testsOf('bonus', 'terms')
const weeks = testsOf('refund', 'refund')
const turnover = testsOf('bonus', 'ending')
const closing = testsOf('refund', 'close')
const carry = testsOf('refund', 'carry')
const linked = testsOf('invite', 'linked')

/** The operator's gifts: given once, to the entitled member, and never while money is under way. */
export const rewardMutants: readonly Mutant[] = [
  {
    name: 'wheel: a spin without a coin',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/spin.ts`,
    edits: [[`  if (coins < 1n) return lost('NO_DATA')\n`, '']],
  },
  {
    name: 'wheel: two spins hold nothing against each other',
    gate: testsOf('spinwheel', 'servers'),
    file: 'apps/server/src/core/calls/idempotency.ts',
    edits: [['  await how.lockMember(tx, memberId)\n', '']],
  },
  {
    name: 'wheel: a key draws twice',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/spin.ts`,
    edits: [['  if (known) return won(known, wanted.language)\n', '']],
  },
  {
    name: 'wheel: other odds than those of the promise',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/spin.ts`,
    edits: [[`  if (seed.wheel !== wheel.id) return lost('KEY_INVALID')\n`, '']],
  },
  {
    name: 'wheel: drawn under another promise than was shown',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/spin.ts`,
    edits: [[' && wanted.commitment !== seed.commitment)', ' && wanted.commitment === null)']],
  },
  {
    name: 'wheel: a promise covers ten times as many spins',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/spin.ts`,
    edits: [['const spinsOfSeedMax = 100', 'const spinsOfSeedMax = 1_000']],
  },
  {
    name: 'wheel: a key that was given up spins',
    gate: wheel,
    file: 'apps/server/src/core/calls/idempotency.ts',
    edits: [['  await refuseAbandoned(tx, memberId, key)\n  return null', '  return null']],
  },
  {
    name: "coupon: anybody's",
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/claim.ts`,
    edits: [[`coupon?.memberId !== memberId || coupon.state`, `!coupon || coupon.state`]],
  },
  {
    name: 'coupon: after its last day',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/claim.ts`,
    edits: [[`  if (coupon.expiresAt <= at) refuse(claimCoupon, 'COUPON_EXPIRED')\n`, '']],
  },
  {
    name: 'coupon: beside a bonus',
    gate: wheel,
    file: `apps/server/src/rewards/spinwheel/claim.ts`,
    edits: [[`  if (await bonusHeld(tx, memberId)) refuse(claimCoupon, 'BONUS_REMAINING')\n`, '']],
  },
  {
    name: 'refund: free of its condition by the other call',
    gate: refund,
    file: `apps/server/src/rewards/refund/receive.ts`,
    edits: [['route === receiveRoute && Number(success) > 0', 'false']],
  },
  {
    name: 'refund: beside a bonus',
    gate: refund,
    file: `apps/server/src/rewards/refund/receive.ts`,
    edits: [['if (await bonusHeld(on, memberId))', 'if (false)']],
  },
  {
    name: 'refund: periods stay after they were received',
    gate: refund,
    file: `apps/server/src/rewards/refund/store.ts`,
    edits: [
      [
        `set receipt = $2 where member_id = $1 and receipt is null and denied is null\n`,
        `set receipt = $2 where member_id = $1 and denied is null\n`,
      ],
    ],
  },
  {
    name: 'refund: prizes are not taken off',
    gate: weeks,
    file: `apps/server/src/rewards/refund/close.ts`,
    edits: [[`'refund', 'prize'] as const`, `'refund'] as const`]],
  },
  {
    name: 'refund: what was given up counts twice',
    gate: weeks,
    file: `apps/server/src/rewards/refund/close.ts`,
    edits: [['forfeit.gave - forfeit.got', 'forfeit.gave']],
  },
  {
    name: 'refund: a period that was counted is counted again',
    gate: closing,
    file: `apps/server/src/rewards/refund/close.ts`,
    edits: [
      [
        `  if (await periodIsCounted(tx, memberId, period)) return
`,
        '',
      ],
    ],
  },
  {
    name: 'refund: what came back from a bet over the end is forgotten',
    gate: carry,
    file: `apps/server/src/rewards/refund/close.ts`,
    edits: [[' + back.tooMuch', '']],
  },
  {
    name: 'refund: what went into the debt was not given',
    gate: carry,
    file: `apps/server/src/rewards/refund/store.ts`,
    edits: [['p.amount + p.taken_off as amount', 'p.amount']],
  },
  {
    name: 'refund: a stake comes back twice',
    gate: carry,
    file: `apps/server/src/rewards/refund/carry.ts`,
    edits: [['  for (const one of returns) await addReturned(tx, memberId, one)\n', '']],
  },
  {
    name: 'refund: what two won of each other is given back before an operator looked',
    gate: linked,
    file: `apps/server/src/rewards/refund/receive.ts`,
    edits: [
      [
        `      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveCall, 'REWARD_HELD')\n`,
        '',
      ],
    ],
  },
  {
    name: 'invite: the same loss again and again',
    gate: invite,
    file: `apps/server/src/rewards/invite/accrue.ts`,
    edits: [['net > state.high ? net - state.high : 0n', 'net > state.net ? net - state.net : 0n']],
  },
  {
    name: 'invite: one invitee brings without end',
    gate: invite,
    file: `apps/server/src/rewards/invite/accrue.ts`,
    edits: [['share < left ? share : left', 'share']],
  },
  {
    name: 'invite: one person twice is paid before an operator looked',
    gate: linked,
    file: `apps/server/src/rewards/invite/receive.ts`,
    edits: [
      [
        `      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveInviteBonus, 'REWARD_HELD')\n`,
        '',
      ],
    ],
  },
  {
    name: 'invite: received though it is switched off',
    gate: invite,
    file: `apps/server/src/rewards/invite/receive.ts`,
    edits: [
      [`      if (!settings['invite.active']) refuse(receiveInviteBonus, 'INVITE_INACTIVE')\n`, ''],
    ],
  },
  {
    name: 'invite: beside a bonus',
    gate: invite,
    file: `apps/server/src/rewards/invite/receive.ts`,
    edits: [['if (await bonusHeld(on, memberId))', 'if (false)']],
  },
  {
    name: 'bonus: a second one beside the first',
    gate: bonus,
    file: `apps/server/src/money/bonus/grant.ts`,
    edits: [
      [`  if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_ALREADY_ACTIVE')\n`, ''],
    ],
  },
  {
    name: 'bonus: while a withdrawal is open',
    gate: bonus,
    file: `apps/server/src/money/bonus/grant.ts`,
    edits: [[`  if (await hasOpen(tx, memberId)) throw new Refused('WITHDRAW_PENDING')\n`, '']],
  },
  {
    name: 'bonus: while money is on its way to a game',
    gate: bonus,
    file: `apps/server/src/money/bonus/grant.ts`,
    edits: [['(await listOpenGames(tx, memberId)).length > 0', 'false']],
  },
  {
    name: 'bonus: a deposit counts twice',
    gate: bonus,
    file: `apps/server/src/money/bonus/grant.ts`,
    edits: [['(await depositIsUsed(on, newest.id)) ? null : newest', 'newest']],
  },
  {
    name: 'bonus: a provider that is silent is taken for empty',
    gate: bonus,
    file: `apps/server/src/money/bonus/grant.ts`,
    edits: [['if (isRefreshed && !(await deps.refreshAll(memberId)))', 'if (false)']],
  },
  {
    name: 'bonus: another body under the same key',
    gate: bonus,
    file: 'apps/server/src/core/calls/idempotency.ts',
    edits: [
      [
        `  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')\n  return known`,
        '  return known',
      ],
    ],
  },
  {
    name: 'bonus: a week begins with the day on which it is taken',
    gate: claims,
    file: `apps/server/src/money/bonus/activate.ts`,
    edits: [
      ['bangkokDayStart(at) : bangkokWeekStart(at)', 'bangkokDayStart(at) : bangkokDayStart(at)'],
    ],
  },
  {
    name: 'bonus: the target is rounded down',
    gate: terms,
    file: 'apps/server/src/core/hundredths.ts',
    edits: [[' + 99n) / 100n', ') / 100n']],
  },
  {
    name: 'bonus: turnover counts losses from before it',
    gate: turnover,
    file: `apps/server/src/money/bonus/progress.ts`,
    edits: [['{ memberId, since: createdAt }', '{ memberId, since: new Date(0) }']],
  },
  {
    name: 'bonus: a game of no weight counts in full',
    gate: turnover,
    file: `apps/server/src/money/bonus/progress.ts`,
    edits: [['shares[game] ?? 100', 'shares[game] || 100']],
  },
  {
    name: 'bonus: one receipt more than allowed',
    gate: claims,
    file: `apps/server/src/money/bonus/activate.ts`,
    edits: [
      ['>= maxReceived', '> maxReceived'],
      ['if (n > taken.maxReceived)', 'if (n > taken.maxReceived + 1)'],
    ],
  },
  {
    name: 'bonus: the first count allows one receipt more',
    gate: claims,
    file: `apps/server/src/money/bonus/activate.ts`,
    edits: [['>= maxReceived', '> maxReceived']],
  },
  {
    name: 'bonus: a new definition allows one receipt more',
    gate: claims,
    file: `apps/server/src/money/bonus/activate.ts`,
    edits: [['if (n > taken.maxReceived)', 'if (n > taken.maxReceived + 1)']],
  },
  {
    name: 'bonus: a withdrawal that came back is taken',
    gate: escapes,
    file: `apps/server/src/money/bonus/clear.ts`,
    edits: [[`withdrawal.state === 'returned' ? withdrawal.amount : 0n`, '0n']],
  },
  {
    name: 'bonus: ended by the member before its condition',
    gate: bonus,
    file: `apps/server/src/money/bonus/clear.ts`,
    edits: [[`if (why === 'condition' || why === 'cap') throw`, `if (why === 'cap') throw`]],
  },
]
