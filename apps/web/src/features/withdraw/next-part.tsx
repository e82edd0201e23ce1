import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { nextStepOf } from '#shared/withdrawals/next-step.ts'
import { Button } from '#ui/form/button.tsx'
import { useWithdrawText } from './text/withdraw-text.ts'
import type { Withdrawal } from '#shared/withdrawals/current.ts'
import styles from './withdraw-sheet.module.css'

type NextPartProps = { withdrawal: Withdrawal; onAgain: () => void }

/** Below a withdrawal that came back: the link to the next step. */
export function NextPart({ withdrawal, onAgain }: NextPartProps) {
  const text = useWithdrawText().tracker.next
  const step = nextStepOf(withdrawal)
  if (step === null) return null
  const { act } = text[step]
  return step === 'again' || step === 'bank' ? (
    <Button onClick={onAgain}>{act}</Button>
  ) : (
    <Link to={step === 'bonus' ? paths.bonus : paths.userContact} className={styles.next}>
      {act}
    </Link>
  )
}
