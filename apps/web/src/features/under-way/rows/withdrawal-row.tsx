import { useState, type ReactNode } from 'react'
import { formatAccountNumber, formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { watchedWithdrawalKey } from '#core/session/member-storage.ts'
import { readStored, removeStored, writeStored } from '#core/storage.ts'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { isOpen, type Withdrawal } from '#shared/withdrawals/current.ts'
import { nextStepOf } from '#shared/withdrawals/next-step.ts'
import { stageWords } from '#shared/withdrawals/stage-words.ts'
import { useUnderWayText } from '../text/under-way-text.ts'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon, closeIcon, nextIcon, waitIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import styles from './row.module.css'

/** Home's row on a withdrawal: its state while it is open, and its outcome once; null if there is nothing to show. */
export function useWithdrawalRow(withdrawal: Withdrawal | null, onOpen: () => void): ReactNode {
  const [read, setRead] = useState<string | null>(null)
  if (!withdrawal) return null
  const { _id: id } = withdrawal
  if (isOpen(withdrawal)) return <OpenCard key={id} withdrawal={withdrawal} onOpen={onOpen} />
  const end = `${id} ${withdrawal.stage}`
  if (end === read || !isWatched(withdrawal)) return null
  return (
    <EndedCard
      key={id}
      withdrawal={withdrawal}
      onOpen={onOpen}
      onRead={() => {
        // A bank may still send back what was paid.
        if (withdrawal.stage === 'PAID') writeStored(watchedWithdrawalKey, end)
        else removeStored(watchedWithdrawalKey)
        setRead(end)
      }}
    />
  )
}

/** Followed on this device until now, or read as paid and sent back since. */
function isWatched({ _id: id, stage }: Withdrawal): boolean {
  const watched = readStored(watchedWithdrawalKey)
  return watched === id || (watched === `${id} PAID` && stage !== 'PAID')
}

function OpenCard({ withdrawal, onOpen }: { withdrawal: Withdrawal; onOpen: () => void }) {
  const text = useUnderWayText().withdrawal
  return (
    <section className={styles.card} data-kind="wait" aria-label={text.title}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <Look path={waitIcon} withdrawal={withdrawal} />
        <span className={styles.next}>
          <Icon path={nextIcon} />
        </span>
      </button>
    </section>
  )
}

type EndedCardProps = { withdrawal: Withdrawal; onOpen: () => void; onRead: () => void }

function EndedCard({ withdrawal, onOpen, onRead }: EndedCardProps) {
  const text = useUnderWayText().withdrawal
  const isPaid = withdrawal.stage === 'PAID'
  return (
    <section className={styles.card} data-kind={isPaid ? 'plus' : 'minus'} aria-label={text.title}>
      <div className={styles.open}>
        <Look path={isPaid ? checkIcon : alertIcon} withdrawal={withdrawal} />
      </div>
      <IconButton label={text.read} path={closeIcon} onClick={onRead} />
      <NextPart withdrawal={withdrawal} onAgain={onOpen} />
    </section>
  )
}

/** What can be done about a withdrawal that came back, and the link to it. */
function NextPart({ withdrawal, onAgain }: { withdrawal: Withdrawal; onAgain: () => void }) {
  const text = useUnderWayText().withdrawal.next
  const step = nextStepOf(withdrawal)
  if (step === null) return null
  const { words, act } = text[step]
  return (
    <div className={styles.after}>
      <span className={styles.quiet}>{words}</span>
      {step === 'again' || step === 'bank' ? (
        <button type="button" className={styles.act} onClick={onAgain}>
          {act}
        </button>
      ) : (
        <Link to={step === 'bonus' ? paths.bonus : paths.userContact} className={styles.act}>
          {act}
        </Link>
      )}
    </div>
  )
}

function Look({ path, withdrawal }: { path: string; withdrawal: Withdrawal }) {
  const text = useUnderWayText().withdrawal
  const units = useVisitorText().currency
  const { reason, amount, currency, bankAccountNo } = withdrawal
  const isAsking = reason === 'ASKING_BANK' || reason === 'ACCOUNT_CHANGED'
  return (
    <>
      <span className={styles.icon}>
        <Icon path={path} />
      </span>
      <span role="status" className={styles.words}>
        <span className={styles.stage}>{stageWords(text, withdrawal)}</span>
        <span className={styles.quiet}>
          {formatMoney(amount, currency, units)} · {formatAccountNumber(bankAccountNo)}
        </span>
        {reason !== null && (isAsking || !isOpen(withdrawal)) && (
          <span className={styles.quiet}>{text.reasons[reason]}</span>
        )}
      </span>
    </>
  )
}
