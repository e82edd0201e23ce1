import { faultsIn } from '../faults.ts'
import type { Mutant } from '../mutant.ts'

/** The operator's gifts: given once, to the entitled member, and never while money is under way. */
export const rewardMutants: readonly Mutant[] = [
  ...faultsIn('rewards/spinwheel/spin', 'rewards/spinwheel/{spinwheel,draw}', {
    'wheel: a spin without a coin': ["  if (coins < 1n) return lost('NO_DATA')\n", ''],
    'wheel: a key draws twice': ['  if (known) return won(known, wanted.language)\n', ''],
    'wheel: other odds than those of the promise': [
      "  if (seed.wheel !== wheel.id) return lost('KEY_INVALID')\n",
      '',
    ],
    'wheel: drawn under another promise than was shown': [
      ' && wanted.commitment !== seed.commitment)',
      ' && wanted.commitment === null)',
    ],
    'wheel: a promise covers ten times as many spins': [
      'const spinsOfSeedMax = 100',
      'const spinsOfSeedMax = 1_000',
    ],
  }),
  ...faultsIn('core/calls/idempotency', 'rewards/spinwheel/servers', {
    'wheel: two spins hold nothing against each other': [
      '  await how.lockMember(tx, memberId)\n',
      '',
    ],
  }),
  ...faultsIn('core/calls/idempotency', 'rewards/spinwheel/{spinwheel,draw}', {
    'wheel: a key that was given up spins': [
      '  await refuseAbandoned(tx, memberId, key)\n  return null',
      '  return null',
    ],
  }),
  ...faultsIn('rewards/spinwheel/claim', 'rewards/spinwheel/{spinwheel,draw}', {
    "coupon: anybody's": [
      'coupon?.memberId !== memberId || coupon.state',
      '!coupon || coupon.state',
    ],
    'coupon: after its last day': [
      "  if (coupon.expiresAt <= at) refuse(claimCoupon, 'COUPON_EXPIRED')\n",
      '',
    ],
    'coupon: beside a bonus': [
      "  if (await bonusHeld(tx, memberId)) refuse(claimCoupon, 'BONUS_REMAINING')\n",
      '',
    ],
  }),
  ...faultsIn('rewards/refund/receive', 'rewards/refund/{refund,kill}', {
    'refund: free of its condition by the other call': [
      'route === receiveRoute && Number(success) > 0',
      'false',
    ],
    'refund: beside a bonus': ['if (await bonusHeld(on, memberId))', 'if (false)'],
  }),
  ...faultsIn('rewards/refund/store', 'rewards/refund/{refund,kill}', {
    'refund: periods stay after they were received': [
      'set receipt = $2 where member_id = $1 and receipt is null and denied is null\n',
      'set receipt = $2 where member_id = $1 and denied is null\n',
    ],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/refund/refund', {
    'refund: prizes are not taken off': ["'refund', 'prize'] as const", "'refund'] as const"],
    'refund: what was given up counts twice': ['forfeit.gave - forfeit.got', 'forfeit.gave'],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/refund/close', {
    'refund: a period that was counted is counted again': [
      '  if (await periodIsCounted(tx, memberId, period)) return\n',
      '',
    ],
  }),
  ...faultsIn('rewards/refund/close', 'rewards/refund/carry', {
    'refund: what came back from a bet over the end is forgotten': [' + back.tooMuch', ''],
  }),
  ...faultsIn('rewards/refund/store', 'rewards/refund/carry', {
    'refund: what went into the debt was not given': [
      'p.amount + p.taken_off as amount',
      'p.amount',
    ],
  }),
  ...faultsIn('rewards/refund/carry', 'rewards/refund/carry', {
    'refund: a stake comes back twice': [
      '  for (const one of returns) await addReturned(tx, memberId, one)\n',
      '',
    ],
  }),
  ...faultsIn('rewards/refund/receive', 'rewards/invite/linked', {
    'refund: what two won of each other is given back before an operator looked': [
      "      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveCall, 'REWARD_HELD')\n",
      '',
    ],
  }),
  ...faultsIn('rewards/invite/accrue', 'rewards/invite/{invite,kill}', {
    'invite: the same loss again and again': [
      'net > state.high ? net - state.high : 0n',
      'net > state.net ? net - state.net : 0n',
    ],
    'invite: one invitee brings without end': ['share < left ? share : left', 'share'],
  }),
  ...faultsIn('rewards/invite/receive', 'rewards/invite/linked', {
    'invite: one person twice is paid before an operator looked': [
      "      if (await isHeldByItem(on, memberId, 'rewards')) refuse(receiveInviteBonus, 'REWARD_HELD')\n",
      '',
    ],
  }),
  ...faultsIn('rewards/invite/receive', 'rewards/invite/{invite,kill}', {
    'invite: received though it is switched off': [
      "      if (!settings['invite.active']) refuse(receiveInviteBonus, 'INVITE_INACTIVE')\n",
      '',
    ],
    'invite: beside a bonus': ['if (await bonusHeld(on, memberId))', 'if (false)'],
  }),
  ...faultsIn('money/bonus/grant', 'money/bonus/{bonus,claims,channels,ending,escapes,fresh}', {
    'bonus: a second one beside the first': [
      "  if (await bonusHeld(tx, memberId)) throw new Refused('BONUS_ALREADY_ACTIVE')\n",
      '',
    ],
    'bonus: while a withdrawal is open': [
      "  if (await hasOpen(tx, memberId)) throw new Refused('WITHDRAW_PENDING')\n",
      '',
    ],
    'bonus: while money is on its way to a game': [
      '(await listOpenGames(tx, memberId)).length > 0',
      'false',
    ],
    'bonus: a deposit counts twice': [
      '(await depositIsUsed(on, newest.id)) ? null : newest',
      'newest',
    ],
    'bonus: a provider that is silent is taken for empty': [
      'if (isRefreshed && !(await deps.refreshAll(memberId)))',
      'if (false)',
    ],
  }),
  ...faultsIn(
    'core/calls/idempotency',
    'money/bonus/{bonus,claims,channels,ending,escapes,fresh}',
    {
      'bonus: another body under the same key': [
        "  if (known.fingerprint !== fingerprint) throw new Refused('KEY_REUSED')\n  return known",
        '  return known',
      ],
    },
  ),
  ...faultsIn('money/bonus/activate', 'money/bonus/claims', {
    'bonus: a week begins with the day on which it is taken': [
      'bangkokDayStart(at) : bangkokWeekStart(at)',
      'bangkokDayStart(at) : bangkokDayStart(at)',
    ],
    'bonus: one receipt more than allowed': [
      ['>= maxReceived', '> maxReceived'],
      ['if (n > taken.maxReceived)', 'if (n > taken.maxReceived + 1)'],
    ],
    'bonus: the first count allows one receipt more': ['>= maxReceived', '> maxReceived'],
    'bonus: a new definition allows one receipt more': [
      'if (n > taken.maxReceived)',
      'if (n > taken.maxReceived + 1)',
    ],
  }),
  ...faultsIn('core/hundredths', 'money/bonus/terms', {
    'bonus: the target is rounded down': [' + 99n) / 100n', ') / 100n'],
  }),
  ...faultsIn('money/bonus/progress', 'money/bonus/ending', {
    'bonus: turnover counts losses from before it': [
      '{ memberId, since: createdAt }',
      '{ memberId, since: new Date(0) }',
    ],
    'bonus: a game of no weight counts in full': ['shares[game] ?? 100', 'shares[game] || 100'],
  }),
  ...faultsIn('money/bonus/clear', 'money/bonus/escapes', {
    'bonus: a withdrawal that came back is taken': [
      "withdrawal.state === 'returned' ? withdrawal.amount : 0n",
      '0n',
    ],
  }),
  ...faultsIn('money/bonus/clear', 'money/bonus/{bonus,claims,channels,ending,escapes,fresh}', {
    'bonus: ended by the member before its condition': [
      "if (why === 'condition' || why === 'cap') throw",
      "if (why === 'cap') throw",
    ],
  }),
]
