import { formatAmount } from '#core/format.ts'
import { NamedNote, type NamedNoteProps } from '#shared/bonus/held/named-note.tsx'
import { paths } from '#shared/paths.ts'
import { useWithdrawText } from '../text/withdraw-text.ts'
import type { Current } from '../queries.ts'
import type { Lock } from './use-lock.ts'

type LockNotesProps = {
  current: Pick<Current, 'kept' | 'withdrawable'>
  lock: Lock | null
  money: (amount: number) => string
}

/** What keeps money: a bonus with the progress of its condition, its maximum, a check, and rewards to be played. */
export function LockNotes({ current, lock, money }: LockNotesProps) {
  const text = useWithdrawText()
  const { kept, withdrawable } = current
  const { amount, notYet, why, played } = withdrawable
  const meterOf = (value: number, max: number) => ({
    label: text.lock.progress,
    value,
    max,
    words: text.lock.reached(formatAmount(value), money(max)),
  })
  const whole = { children: text.lock.whole }
  const renderNote = (note: NamedNoteProps) => <NamedNote {...note} />
  return (
    <>
      {lock &&
        renderNote({
          label: text.lock.label,
          isMet: lock.missing === 0,
          ...(lock.missing > 0
            ? {
                title: text.lock.by,
                code: lock.code,
                children: text.lock.missing[lock.kind](money(lock.missing)),
              }
            : // What a check, a denial or an open withdrawal keeps cannot be withdrawn, at once or otherwise.
              { title: text.lock.met, ...(amount > 0 && why !== 'BONUS_MAXIMUM' && whole) }),
          meter: meterOf(lock.reached, lock.target),
          link: { to: paths.bonus, words: text.lock.see },
        })}
      {why === 'BONUS_MAXIMUM' &&
        renderNote({
          title: text.notYets.maximum(money(amount)),
          children: text.notYets.deducted(money(notYet)),
        })}
      {why === 'CHECK' &&
        renderNote({
          title: text.notYets.check,
          link: { to: paths.userContact, words: text.notYets.ask },
        })}
      {kept &&
        played &&
        renderNote({
          title: text.kept(money(kept.amount), money(kept.toPlay)),
          meter: meterOf(played.done, played.required),
        })}
    </>
  )
}
