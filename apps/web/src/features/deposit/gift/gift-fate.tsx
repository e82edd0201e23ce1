import { formatMoney } from '#core/format.ts'
import { useMemberText, useVisitorText } from '#core/i18n.tsx'
import { useDepositText } from '../text/deposit-text.ts'
import { Button } from '#ui/form/button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './gift-panel.module.css'
import type { GiftStage } from './use-gift.ts'

type GiftFateProps = { now: Exclude<GiftStage, { stage: 'empty' }>; onAnother: () => void }

/** The state of the gift link; it claims nothing that is not known. */
export function GiftFate({ now, onAnother }: GiftFateProps) {
  const text = useDepositText().gift
  const isDone = now.stage === 'done'
  const isOpen = now.stage !== 'done' && now.stage !== 'held'
  return (
    <div className={styles.fate} data-stage={now.stage} aria-busy={isOpen || undefined}>
      <div className={styles.notice} role="status">
        <Icon path={isDone ? checkIcon : waitIcon} />
        <div>
          <p className={styles.name}>{text.link(now.ending)}</p>
          <p>{useSentence(now)}</p>
          {(now.stage === 'pending' || now.stage === 'lost') && (
            <p className={styles.label}>{text.mayLeave}</p>
          )}
        </div>
      </div>
      {!isOpen && (
        <Button kind="secondary" onClick={onAnother}>
          {text.another}
        </Button>
      )}
    </div>
  )
}

function useSentence(now: GiftFateProps['now']): string {
  const { gift: text, receipt } = useDepositText()
  const units = useVisitorText().currency
  const { pending } = useMemberText()
  if (now.stage === 'lost') return pending.running
  if (now.stage !== 'done') return text[now.stage]
  return now.amount === null ? receipt.title : text.done(formatMoney(now.amount, 'BAHT', units))
}
