import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** The nightly checks of the books: their consistency, the comparison with outside, and the end of a day. */
export const meaningMutants: readonly Mutant[] = [
  ...faultsIn('desk/watch/meaning/credits-store', 'desk/watch/meaning/meaning', {
    'meaning: two credits alike are two where one has a reference': [
      'and exists (select from deposits_reference where deposit = e.id))',
      ')',
    ],
    'meaning: money to an account that is not ours is credited unseen': [
      "when d.house_kind = 'bank' and exists",
      'when false and exists',
    ],
    'meaning: a payment may be older than its code': [
      "p.paid_at < c.created_at - interval '5 minutes'",
      "p.paid_at < c.created_at - interval '5 days'",
    ],
    'meaning: a gateway may confirm after a day': ['afterMs: hourMs,', 'afterMs: 24 * hourMs,'],
    'meaning: what a person has booked is proven by any statement of its day': [
      "strpos(b.differences::text, split_part(r.reference, ':', -1)) > 0",
      'false',
    ],
  }),
  ...faultsIn('desk/watch/meaning/play-store', 'desk/watch/meaning/meaning', {
    'meaning: half of the stakes may come back': [
      'b.created_at, h.at) p\n    where p.returned > 0 and p.returned * 2 >= p.lost',
      'b.created_at, h.at) p\n    where p.returned > 0 and p.returned * 2 > p.lost',
    ],
    'meaning: a friend may be given back all that was lost': [
      'r.at) p\n    where p.returned > 0 and p.returned * 2 >= p.lost',
      'r.at) p\n    where p.returned > 0 and p.returned * 2 >= p.lost * 3',
    ],
    'meaning: one name in other letters is another': [
      "regexp_replace(lower(o.bank_account_name), '\\\\s', '', 'g')",
      'o.bank_account_name',
    ],
  }),
  ...faultsIn('desk/watch/meaning/touch-store', 'desk/watch/meaning/meaning', {
    'meaning: approving a payout counts as touching it': [
      "'deposits.viewInFull', 'withdrawals.approve'",
      "'deposits.viewInFull'",
    ],
    'meaning: an operator who touched the transfers of a member is not seen': [
      't.ended_at between h.at',
      'false and t.ended_at between h.at',
    ],
  }),
  ...faultsIn('ledger/heads/compare', 'desk/watch/night/{row-14,night}', {
    'heads: a place to which nothing comes is well for ten days': [
      'silentMs = 3 * hourMs',
      'silentMs = 240 * hourMs',
    ],
    'heads: numbers of statements may go back': [
      'BigInt(statements.numbers) < BigInt(head.statements.numbers)',
      'BigInt(statements.numbers) < 0n',
    ],
    'heads: a seal that was made anew is the same': [
      'seal.chain !== head.seal.chain || seal.root !== head.seal.root',
      'seal.no !== head.seal.no',
    ],
    'heads: one is missing between two': [
      'head.before === hash && head.no === String(Number(last?.head.no ?? 0) + 1)',
      'head.before !== head.no',
    ],
    'heads: movements that were changed have the same hash': [
      'if (now.hash !== span.hash)',
      'if (now.rows !== span.rows)',
    ],
  }),
  ...faultsIn('desk/watch/night/jobs', 'desk/watch/night/{row-14,night}', {
    'night: everything is asked once a week': [
      'last.begunAt < tonight',
      'last.begunAt.getTime() < tonight.getTime() - 144 * hourMs',
    ],
    'night: heads are not compared': [
      '[...verdict.violations, ...outsideDiffers]',
      '[...verdict.violations]',
    ],
    'night: what is not whole becomes whole unseen': [
      'if (!last.isWhole && now.getTime() - last.begunAt.getTime() >= hourMs) return true',
      '',
    ],
  }),
  ...faultsIn('desk/watch/rewards/watch', 'rewards/invite/linked', {
    'links: play of two days ago is forgotten': [
      'lookedBackMs = 72 * hourMs',
      'lookedBackMs = 24 * hourMs',
    ],
  }),
  ...faultsIn('rewards/refund/period', 'rewards/refund/{period,refund,close}', {
    'refund: a period begins where the calendar says, though another was longer': [
      'let since = closedUntil ?? new Date',
      'let since = new Date',
    ],
    'refund: rounded up': [
      '(loss * BigInt(rate)) / 10_000n',
      '(loss * BigInt(rate) + 9_999n) / 10_000n',
    ],
    'refund: the least is too little': ['share < min', 'share <= min'],
  }),
]
