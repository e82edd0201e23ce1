import type { Mutant } from '../../mutant.ts'
import { table, testsOf } from '../../table.ts'

const source = 'apps/server/src'

const gates = {
  meaning: [`${source}/desk/watch/meaning/meaning.test.ts`],
  heads: ['row-14', 'night'].map((name) => `${source}/desk/watch/night/${name}.test.ts`),
  opposite: testsOf('invite', 'linked'),
  refund: testsOf('refund', 'period', 'refund', 'close'),
}

const meaning = table(gates.meaning, [
  [
    'meaning: two credits alike are two where one has a reference',
    'desk/watch/meaning/credits-store',
    `and exists (select from deposits_reference where deposit = e.id))`,
    ')',
  ],
  [
    'meaning: money to an account that is not ours is credited unseen',
    'desk/watch/meaning/credits-store',
    `when d.house_kind = 'bank' and exists`,
    'when false and exists',
  ],
  [
    'meaning: a payment may be older than its code',
    'desk/watch/meaning/credits-store',
    `p.paid_at < c.created_at - interval '5 minutes'`,
    `p.paid_at < c.created_at - interval '5 days'`,
  ],
  [
    'meaning: a gateway may confirm after a day',
    'desk/watch/meaning/credits-store',
    'afterMs: hourMs,',
    'afterMs: 24 * hourMs,',
  ],
  [
    'meaning: what a person has booked is proven by any statement of its day',
    'desk/watch/meaning/credits-store',
    `strpos(b.differences::text, split_part(r.reference, ':', -1)) > 0`,
    'false',
  ],
  [
    'meaning: half of the stakes may come back',
    'desk/watch/meaning/play-store',
    `b.created_at, h.at) p
    where p.returned > 0 and p.returned * 2 >= p.lost`,
    `b.created_at, h.at) p
    where p.returned > 0 and p.returned * 2 > p.lost`,
  ],
  [
    'meaning: a friend may be given back all that was lost',
    'desk/watch/meaning/play-store',
    `r.at) p
    where p.returned > 0 and p.returned * 2 >= p.lost`,
    `r.at) p
    where p.returned > 0 and p.returned * 2 >= p.lost * 3`,
  ],
  [
    'meaning: one name in other letters is another',
    'desk/watch/meaning/play-store',
    `regexp_replace(lower(o.bank_account_name), '\\\\s', '', 'g')`,
    'o.bank_account_name',
  ],
  [
    'meaning: approving a payout counts as touching it',
    'desk/watch/meaning/touch-store',
    `'deposits.viewInFull', 'withdrawals.approve'`,
    `'deposits.viewInFull'`,
  ],
  [
    'meaning: an operator who touched the transfers of a member is not seen',
    'desk/watch/meaning/touch-store',
    't.ended_at between h.at',
    'false and t.ended_at between h.at',
  ],
])

const heads = table(gates.heads, [
  [
    'heads: a place to which nothing comes is well for ten days',
    'ledger/heads/compare',
    'silentMs = 3 * hourMs',
    'silentMs = 240 * hourMs',
  ],
  [
    'heads: numbers of statements may go back',
    'ledger/heads/compare',
    'BigInt(statements.numbers) < BigInt(head.statements.numbers)',
    'BigInt(statements.numbers) < 0n',
  ],
  [
    'heads: a seal that was made anew is the same',
    'ledger/heads/compare',
    'seal.chain !== head.seal.chain || seal.root !== head.seal.root',
    'seal.no !== head.seal.no',
  ],
  [
    'heads: one is missing between two',
    'ledger/heads/compare',
    `head.before === hash && head.no === String(Number(last?.head.no ?? 0) + 1)`,
    'head.before !== head.no',
  ],
  [
    'heads: movements that were changed have the same hash',
    'ledger/heads/compare',
    'if (now.hash !== span.hash)',
    'if (now.rows !== span.rows)',
  ],
  [
    'night: everything is asked once a week',
    'desk/watch/night/jobs',
    'last.begunAt < tonight',
    'last.begunAt.getTime() < tonight.getTime() - 144 * hourMs',
  ],
  [
    'night: heads are not compared',
    'desk/watch/night/jobs',
    '[...verdict.violations, ...outsideDiffers]',
    '[...verdict.violations]',
  ],
  [
    'night: what is not whole becomes whole unseen',
    'desk/watch/night/jobs',
    'if (!last.isWhole && now.getTime() - last.begunAt.getTime() >= hourMs) return true',
    '',
  ],
])

const days = [
  ...table(gates.opposite, [
    [
      'links: play of two days ago is forgotten',
      'desk/watch/rewards/watch',
      'lookedBackMs = 72 * hourMs',
      'lookedBackMs = 24 * hourMs',
    ],
  ]),
  ...table(gates.refund, [
    [
      'refund: a period begins where the calendar says, though another was longer',
      'rewards/refund/period',
      'let since = closedUntil ?? new Date',
      'let since = new Date',
    ],
    [
      'refund: rounded up',
      'rewards/refund/period',
      '(loss * BigInt(rate)) / 10_000n',
      '(loss * BigInt(rate) + 9_999n) / 10_000n',
    ],
    ['refund: the least is too little', 'rewards/refund/period', 'share < min', 'share <= min'],
  ]),
]

/** The nightly checks of the books: their consistency, the comparison with outside, and the end of a day. */
export const meaningMutants: readonly Mutant[] = [...meaning, ...heads, ...days]
