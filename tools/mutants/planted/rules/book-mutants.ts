import type { Mutant } from '../../mutant.ts'
import { table } from '../../table.ts'

const source = 'apps/server/src'

const gates = {
  words: [`${source}/compose/withdrawals/their-word.test.ts`],
  meaning: [`${source}/compose/meaning/meaning.test.ts`],
  night: [`${source}/compose/night/night.test.ts`],
}

const words = table(gates.words, [
  [
    'their word: what they do not know is done',
    'compose/withdrawals/their-word',
    `const isNo = told.outcome === 'refused' || told.outcome === 'absent'`,
    `const isNo = told.outcome === 'refused'`,
  ],
  [
    'their word: a payout that they do not know was paid',
    'compose/withdrawals/their-word',
    `isPaid && (outcome === 'rejected' || outcome === 'absent')`,
    `isPaid && outcome === 'rejected'`,
  ],
  [
    'their word: a payout that they have taken on can be given back',
    'compose/withdrawals/their-word',
    `if (outcome === 'paid' || outcome === 'taken')`,
    `if (outcome === 'paid')`,
  ],
  [
    'their word: any sum of that name is the transfer',
    'compose/withdrawals/their-word',
    ` &&
    money.amount === seen.money.amount`,
    '',
  ],
  [
    'their word: a statement of one minute',
    'compose/withdrawals/their-word',
    'aroundMs = 30 * 60_000',
    'aroundMs = 30_000',
  ],
])

const meaning: Mutant[] = [
  ...table(gates.meaning, [
    [
      'meaning: a forged time of yesterday is possible',
      'compose/meaning/credits-store',
      `d.paid_at < d.created_at - interval '3 days'`,
      `d.paid_at < d.created_at - interval '300 days'`,
    ],
    [
      'meaning: what is paid tomorrow is possible',
      'compose/meaning/credits-store',
      `d.paid_at > d.created_at + interval '10 minutes'`,
      `d.paid_at > d.created_at + interval '10 days'`,
    ],
    [
      'meaning: who tells of both is not believed',
      'compose/meaning/credits-store',
      'where s.deposit = d.id and t.deposit = e.id)',
      'where s.deposit = d.id and t.deposit = e.id and false)',
    ],
    [
      'meaning: asked again about what was asked',
      'compose/meaning/look',
      'await setAsked(tx, name, { upto, at: now })',
      'void setAsked',
    ],
    [
      'meaning: play of the house counts as half',
      'compose/meaning/play-store',
      'where p.lost - p.returned < g.given`',
      'where p.lost < g.given - p.returned * 0 and false`',
    ],
  ]),
  {
    name: 'meaning: small stakes hide what came back',
    gate: gates.meaning,
    sqlFunction: 'ledger_play',
    edits: [['least(count(*) filter (where is_lost), count(*) filter (where not is_lost))', '0']],
  },
]

const night = table(gates.night, [
  [
    'heads: a place that is silent for days is none',
    'ledger/heads/compare',
    'silentMs = 3 * 60',
    'silentMs = 300 * 60',
  ],
  [
    'heads: a line that was taken out is not missed',
    'ledger/heads/compare',
    `if (head.before !== follows || head.no !== String(Number(last?.head.no ?? 0) + 1))`,
    'if (follows === head.no)',
  ],
  [
    'heads: what is not signed by us is a head',
    'ledger/heads/head',
    `if (!verify(null, Buffer.from(text), publicKey, signature)) return null`,
    'void verify(null, Buffer.from(text), publicKey, signature)',
  ],
  [
    'heads: numbers of statements may fall',
    'ledger/heads/compare',
    'BigInt(statements.numbers) < BigInt(head.statements.numbers)',
    'BigInt(statements.numbers) < 0n',
  ],
  [
    'heads: only seals are compared',
    'ledger/heads/compare',
    'if (now.hash !== told.hash)',
    'if (now.hash === told.rows)',
  ],
  ['heads: four a day', 'ledger/heads/send', 'everyMs = 60 * 60_000', 'everyMs = 360 * 60_000'],
  [
    'night: asked once and never again',
    'compose/night/jobs',
    'return now >= tonight && last.begunAt < tonight',
    'return false && now >= tonight',
  ],
  [
    'night: what was wrong is not looked at again before the next night',
    'compose/night/jobs',
    'if (!last.isWhole && now.getTime() - last.begunAt.getTime() >= hourMs) return true',
    '',
  ],
  [
    'night: what was wrong is no alarm',
    'compose/night/jobs',
    'refuseNotWhole(await findVerdict(db))',
    'void refuseNotWhole',
  ],
])

/** What one person says beside what others do, and what the books mean and say outside. */
export const bookMutants: readonly Mutant[] = [...words, ...meaning, ...night]
