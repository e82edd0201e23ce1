import type { Counted } from '#ledger/play/settled.ts'
import type { Condition, Met } from './store.ts'

/** What stands between a member and a part of their money: so much stays until so much more is played. */
export type Kept = { amount: bigint; toPlay: bigint }
type Judged = { met: Met[]; kept: Kept }

type Standing = { condition: Condition; left: bigint; gone: bigint }

/**
 * Conditions stand in line, the oldest first: a stake counts for the first that it came after, and what is over for the next. One is met when
 * it is played, or when so much was lost that the house has back what it gave. Of one that is not met what was lost of it is gone.
 */
export function judgeConditions(
  conditions: readonly Condition[],
  play: readonly Counted[],
): Judged {
  const met: Met[] = []
  const line: Standing[] = []
  let coming = 0
  const enter = (until: number): void => {
    for (; coming < conditions.length; coming += 1) {
      const condition = conditions[coming]!
      if (condition.createdAt.getTime() > until) return
      line.push({ condition, left: condition.toPlay, gone: 0n })
    }
  }
  for (const { at, staked, lost } of play) {
    enter(at.getTime())
    takeLost(line, lost, met)
    takePlayed(line, staked, met)
  }
  enter(Number.POSITIVE_INFINITY)
  const sum = (of: (one: Standing) => bigint) => line.reduce((all, one) => all + of(one), 0n)
  return {
    met,
    kept: {
      amount: sum(({ condition, gone }) => condition.amount - (gone > 0n ? gone : 0n)),
      toPlay: sum(({ left }) => left),
    },
  }
}

function takePlayed(line: Standing[], staked: bigint, met: Met[]): void {
  let more = staked
  while (more > 0n && line.length > 0) {
    const first = line[0]!
    const counted = more < first.left ? more : first.left
    first.left -= counted
    more -= counted
    if (first.left === 0n) meetFirst(line, 'played', met)
  }
}

/** What is won stands against what is lost after it: the house must have back what it gave. */
function takeLost(line: Standing[], lost: bigint, met: Met[]): void {
  let more = lost
  while (more !== 0n && line.length > 0) {
    const first = line[0]!
    const gone = first.gone + more
    if (gone < first.condition.amount) {
      first.gone = gone
      return
    }
    more = gone - first.condition.amount
    meetFirst(line, 'lost', met)
  }
}

function meetFirst(line: Standing[], by: Met['by'], met: Met[]): void {
  met.push({ id: line.shift()!.condition.id, by })
}
