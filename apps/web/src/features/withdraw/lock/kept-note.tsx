import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { useWithdrawText } from '../text/withdraw-text.ts'
import { LockNote } from '#ui/feedback/lock-note.tsx'
import type { Current } from '../queries.ts'

type KeptNoteProps = {
  current: Pick<Current, 'kept' | 'withdrawable'>
  money: (amount: number) => string
}

/** What keeps money beside a bonus that is not met: rewards to be played, a bonus's maximum, or a check. */
export function KeptNote({ current, money }: KeptNoteProps) {
  const text = useWithdrawText()
  const { kept, withdrawable } = current
  const { amount, notYet, why, played } = withdrawable
  return (
    <>
      {why === 'BONUS_MAXIMUM' && (
        <LockNote title={text.notYets.maximum(money(amount))}>
          {text.notYets.deducted(money(notYet))}
        </LockNote>
      )}
      {why === 'CHECK' && (
        <LockNote
          title={text.notYets.check}
          action={<Link to={paths.userContact}>{text.notYets.ask}</Link>}
        />
      )}
      {kept && played && (
        <LockNote
          title={text.kept(money(kept.amount), money(kept.toPlay))}
          meter={{
            label: text.lock.progress,
            value: played.done,
            max: played.required,
            words: text.lock.reached(money(played.done), money(played.required)),
          }}
        />
      )}
    </>
  )
}
