import type { WithdrawalStage } from '@kapao/contract/withdrawals'
import { formatDateTime, formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { BankRow } from '#shared/banks/bank-row.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { formatReference } from '#shared/wallet/reference.ts'
import { isOpen, type Withdrawal } from '#shared/withdrawals/current.ts'
import { nextStepOf } from '#shared/withdrawals/next-step.ts'
import { stageWords } from '#shared/withdrawals/stage-words.ts'
import { useWithdrawText } from './text/withdraw-text.ts'
import { Steps, stepsFrom } from '#ui/feedback/steps.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { Typical } from './review/typical.tsx'
import styles from './tracker.module.css'

type TrackerProps = {
  withdrawal: Withdrawal
  typicalMinutes: number | null
  bank: Wallet['bankAccount']['bank']
}

/** The state of a withdrawal, why it waits or came back, its destination and the usual duration. It has no controls. */
export function Tracker({ withdrawal, typicalMinutes, bank }: TrackerProps) {
  const text = useWithdrawText()
  const units = useVisitorText().currency
  const { _id: id, amount, currency, bankCode, bankAccountNo, createdAt } = withdrawal
  const target = nextStepOf(withdrawal) === null ? text.to : text.tracker.meantFor
  return (
    <div className={styles.tracker}>
      <div>
        <p className={styles.amount}>{formatMoney(amount, currency, units)}</p>
        <p className={styles.quiet}>{text.tracker.asked(formatDateTime(Date.parse(createdAt)))}</p>
        <p className={styles.quiet}>{text.reference(formatReference(id))}</p>
      </div>
      <Standing withdrawal={withdrawal} />
      {isOpen(withdrawal) && (
        <div>
          <Typical minutes={typicalMinutes} />
          <p className={styles.quiet}>{text.tracker.mayLeave}</p>
        </div>
      )}
      <section className={styles.target} aria-label={target}>
        <p className={styles.quiet}>{target}</p>
        <BankRow
          code={bankCode}
          bank={bankCode === bank.code ? bank : null}
          accountNo={bankAccountNo}
        />
      </section>
    </div>
  )
}

function Standing({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useWithdrawText().tracker
  const { stage, reason, notBefore } = withdrawal
  const step = nextStepOf(withdrawal)
  const isBack = step !== null
  return (
    <>
      {stage !== 'RETURNED' && stage !== 'FAILED' && <StageSteps stage={stage} />}
      <div role="status" className={isBack ? styles.back : undefined}>
        {isBack && <Icon path={alertIcon} />}
        <div>
          <p className={styles.stage}>{stageWords(text, withdrawal)}</p>
          {reason !== null && <p>{text.reasons[reason]}</p>}
          {step !== null && <p>{text.next[step].words}</p>}
          {notBefore !== null && <p>{text.until(formatDateTime(Date.parse(notBefore)))}</p>}
        </div>
      </div>
    </>
  )
}

/** How many steps are done at each stage. */
const stepsDone = { COLLECTING: 0, REVIEW: 1, APPROVED: 2, SENT: 3, PAID: 4 } as const

type StageStepsProps = { stage: Exclude<WithdrawalStage, 'RETURNED' | 'FAILED'> }

/** Once the money is held, its source no longer matters. */
export function StageSteps({ stage }: StageStepsProps) {
  const { steps, label } = useWithdrawText().tracker
  const first = stage === 'COLLECTING' ? steps.collecting : steps.held
  const labels = [first, steps.review, steps.sent, steps.paid]
  return <Steps label={label} steps={stepsFrom(labels, stepsDone[stage])} />
}
