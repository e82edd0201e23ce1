import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

export const rebuildMutants: readonly Mutant[] = [
  ...faultsIn('desk/recovery/sources/moves', 'desk/recovery/sources/moves', {
    'rebuild: a transfer in the other direction': ["isIn = kind === 'in'", "isIn = kind === 'out'"],
    'rebuild: a transfer that is stated the other way round': [
      'from: isIn ? mainWallet : game,\n    to: isIn ? game : mainWallet,',
      'from: isIn ? game : mainWallet,\n    to: isIn ? mainWallet : game,',
    ],
    'rebuild: a transfer that the books have in the other direction': [
      'known.kind === direction &&',
      '',
    ],
    'rebuild: a transfer that the books have of another amount': [
      'known.game === game &&\n    known.kind === direction &&\n    known.amount === money.amount',
      'known.game === game &&\n    known.kind === direction',
    ],
    "rebuild: a stranger's transfer": ['known.memberId === memberId &&', ''],
    'rebuild: play before a transfer out, twice': [
      "known?.kind === 'out' ? move.money.amount : 0n",
      '0n',
    ],
    'rebuild: a transfer that is listed twice': ['times > 1 ?', 'times > 2 ?'],
    'rebuild: what is reported once the house is open': [
      "if (!deps.isClosed) return waits(place, move, 'it was reported after the house was opened again')",
      '',
    ],
  }),
  ...faultsIn('desk/recovery/sources/payouts', 'desk/recovery/sources/payouts', {
    'rebuild: a payout of another amount': [
      'known.amount !== reported.money.amount || currency',
      'currency',
    ],
    'rebuild: a payout of another currency': [
      " || currency !== reported.money.currency)\n    return waits(reported, 'the books have it",
      ")\n    return waits(reported, 'the books have it",
    ],
    'rebuild: a payout that its channel rejected': ['.filter(({ isRejected }) => !isRejected)', ''],
    'rebuild: a payout that came back, as if it were known': [
      "if (state === 'returned' || state === 'failed')",
      "if (state === 'returned') return 'known'\n  if (state === 'failed')",
    ],
  }),
  ...faultsIn('desk/recovery/run-sources', 'desk/recovery/run-sources', {
    'rebuild: play at an account where something waits': ['explained.has(keyOf(place))', 'true'],
  }),
]
