import type { Mutant } from '../../mutant.ts'

type Rebuild = readonly [name: string, file: string, from: string, to: string]

/** What was lost is rebuilt wrongly, or is rebuilt where a person should have looked. */
const rebuilds: readonly Rebuild[] = [
  [
    'a transfer in the other direction',
    'sources/moves',
    "isIn = kind === 'in'",
    "isIn = kind === 'out'",
  ],
  [
    'a transfer that is stated the other way round',
    'sources/moves',
    'from: isIn ? mainWallet : game,\n    to: isIn ? game : mainWallet,',
    'from: isIn ? game : mainWallet,\n    to: isIn ? mainWallet : game,',
  ],
  [
    'a transfer that the books have in the other direction',
    'sources/moves',
    'known.kind === direction &&',
    '',
  ],
  [
    'a transfer that the books have of another amount',
    'sources/moves',
    'known.game === game &&\n    known.kind === direction &&\n    known.amount === money.amount',
    'known.game === game &&\n    known.kind === direction',
  ],
  ["a stranger's transfer", 'sources/moves', 'known.memberId === memberId &&', ''],
  [
    'play before a transfer out, twice',
    'sources/moves',
    "known?.kind === 'out' ? move.money.amount : 0n",
    '0n',
  ],
  ['a transfer that is listed twice', 'sources/moves', 'times > 1 ?', 'times > 2 ?'],
  [
    'what is reported once the house is open',
    'sources/moves',
    "if (!deps.isClosed) return waits(place, move, 'it was reported after the house was opened again')",
    '',
  ],
  [
    'a payout of another amount',
    'sources/payouts',
    'known.amount !== reported.money.amount || currency',
    'currency',
  ],
  [
    'a payout of another currency',
    'sources/payouts',
    " || currency !== reported.money.currency)\n    return waits(reported, 'the books have it",
    ")\n    return waits(reported, 'the books have it",
  ],
  [
    'a payout that its channel rejected',
    'sources/payouts',
    '.filter(({ isRejected }) => !isRejected)',
    '',
  ],
  [
    'a payout that came back, as if it were known',
    'sources/payouts',
    "if (state === 'returned' || state === 'failed')",
    "if (state === 'returned') return 'known'\n  if (state === 'failed')",
  ],
  [
    'play at an account where something waits',
    'run-sources',
    'explained.has(keyOf(place))',
    'true',
  ],
]

const source = 'apps/server/src/desk/recovery/'

export const rebuildMutants: readonly Mutant[] = rebuilds.map(([name, file, from, to]) => ({
  name: `rebuild: ${name}`,
  gate: [`${source}${file}.test.ts`],
  file: `${source}${file}.ts`,
  edits: [[from, to]],
}))
