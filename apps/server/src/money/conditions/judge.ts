import { dayMs } from '@kapao/contract/times'
import type { SettledPlay } from '#ledger/play/settled.ts'
import type { Condition, MetCondition } from './store.ts'

/** The part of a member's money that conditions keep, and the stakes still to be played for it. */
export type LockedMoney = { amount: bigint; toPlay: bigint }
type ConditionVerdict = { met: MetCondition[]; kept: LockedMoney }

type ConditionProgress = { condition: Condition; left: bigint; gone: bigint }

/**
 * Conditions form a line, the oldest first: a stake counts for the first one that it came after, and the excess for
 * the next. A condition is met when it is played, or when losses have returned the given amount to us. For an
 * unmet condition, the losses reduce the amount that is kept.
 */
export function judgeConditions(
  conditions: readonly Condition[],
  play: readonly SettledPlay[],
): ConditionVerdict {
  const met: MetCondition[] = []
  const line: ConditionProgress[] = []
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
    const meetFirst = (by: MetCondition['by']) =>
      met.push({ id: line.shift()!.condition.id, by, at })
    takeLost(line, lost, () => meetFirst('lost'))
    takePlayed(line, staked, () => meetFirst('played'))
  }
  enter(Number.POSITIVE_INFINITY)
  const sum = (of: (one: ConditionProgress) => bigint) =>
    line.reduce((all, one) => all + of(one), 0n)
  return {
    met,
    kept: {
      amount: sum(({ condition, gone }) => condition.amount - (gone > 0n ? gone : 0n)),
      toPlay: sum(({ left }) => left),
    },
  }
}

function takePlayed(
  line: readonly ConditionProgress[],
  staked: bigint,
  meetFirst: () => void,
): void {
  let more = staked
  while (more > 0n && line.length > 0) {
    const first = line[0]!
    const counted = more < first.left ? more : first.left
    first.left -= counted
    more -= counted
    if (first.left === 0n) meetFirst()
  }
}

/** An earlier win offsets a later loss: what was given must have come back. */
function takeLost(line: readonly ConditionProgress[], lost: bigint, meetFirst: () => void): void {
  let more = lost
  while (more !== 0n && line.length > 0) {
    const first = line[0]!
    const gone = first.gone + more
    if (gone < first.condition.amount) {
      first.gone = gone
      return
    }
    more = gone - first.condition.amount
    meetFirst()
  }
}

/** A line that is not finished after this long is cut, so that older play is not read again and again. */
const lineMaxMs = 30 * dayMs

/**
 * The conditions that are final, among those met by play that cannot be void any more. Play that met a condition must
 * not count for the next one when the line is judged again, so a condition is final once the next one began after
 * that play, or together with the whole line.
 */
export function finalOf(
  conditions: readonly Condition[],
  met: readonly MetCondition[],
  now: Date,
): MetCondition[] {
  for (let count = met.length; count > 0; count -= 1) {
    const next = conditions[count]
    const isAged = now.getTime() - conditions[count - 1]!.createdAt.getTime() > lineMaxMs
    if (!next || next.createdAt > met[count - 1]!.at || isAged) return met.slice(0, count)
  }
  return []
}
