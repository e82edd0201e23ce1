import { useEffect, useState } from 'react'
import { useMemberText } from '#core/i18n.tsx'
import { useTransferText } from './text/transfer-text.ts'
import { Steps, stepsFrom } from '#ui/feedback/steps.tsx'
import styles from './transfer-stages.module.css'

type TransferStagesProps = {
  /**
   * The money is set aside and the game has not answered; before that, only that the request is being sent is known.
   */
  isOpen: boolean
  /** Unknown whether the request has reached us. */
  isLost: boolean
  /** Null if there are several. */
  from: string | null
  game: string | null
  to: string
}

const slowAfterMs = 4_000

/** The current state of the money; it claims nothing that is not known. */
export function TransferStages({ isOpen, isLost, from, game, to }: TransferStagesProps) {
  const text = useTransferText().stages
  const { home, pending } = useMemberText()
  const isSlow = useSlow()
  const steps = [
    text.aside(from ?? home.others),
    text.asking(game ?? home.others),
    text.arrived(to),
  ]
  return (
    <div className={styles.stages}>
      <Steps label={text.label} steps={stepsFrom(steps, isOpen ? 1 : 0)} />
      <div role="status" className={styles.words}>
        {isOpen && <p>{text.open}</p>}
        {isLost && <p>{pending.running}</p>}
        {!isOpen && !isLost && isSlow && <p>{text.slow}</p>}
        {(isOpen || isLost || isSlow) && <p className={styles.quiet}>{text.mayLeave}</p>}
      </div>
    </div>
  )
}

function useSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
