import type { Mutant } from './mutant.ts'

type Same = { fault: Mutant; why: string }

const file = (name: string): string => `apps/server/src/${name}.ts`

/**
 * Changes that look like faults but do not change behavior, and why. They are not hunted; a test checks that they fit.
 */
export const sameBehaviour: readonly Same[] = [
  {
    fault: {
      name: 'words: coins are given by one word',
      file: file('desk/decisions/decide'),
      edits: [['return { amount: 0n, currency }', 'return { amount: 1_000_000n, currency }']],
    },
    why: 'Nothing that an operator decides gives coins, so nobody asks what a single word may give of them.',
  },
  {
    fault: {
      name: 'coins: less than the worth of one is asked about',
      file: file('money/deposits/settle'),
      edits: [['if (per === 0n || amount < per) return null', 'if (per === 0n) return null']],
    },
    why: 'The database rounds what is less than the worth of a coin down to none (`deposits_coins`); looking before only saves it the question.',
  },
  {
    fault: {
      name: 'coins: asked about for money that waits',
      file: file('money/deposits/settle'),
      edits: [['payee && coin && why === null ?', 'payee && coin ?']],
    },
    why: 'The database gives coins with a credit alone, and credits nothing that has a reason to wait (`deposits_settle`); looking before only saves the question.',
  },
  {
    fault: {
      name: 'running: the newest is given up first',
      file: file('ledger/play/running'),
      edits: [['of book.counts.keys()) {', 'of [...book.counts.keys()].toReversed()) {']],
    },
    why: 'Whichever figures are given up, the next look counts them again from all results; only how often that happens differs.',
  },
]
