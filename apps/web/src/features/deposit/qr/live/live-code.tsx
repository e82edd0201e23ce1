import type { DepositAccount } from '@kapao/contract/lookup'
import { useEffect, useRef, useState } from 'react'
import { useCountdown } from '#core/browser/countdown.ts'
import { useOnline } from '@kapao/ui/online.ts'
import { formatCountdown, formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { usePolling } from '#core/queries/use-overdue.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { useBankName } from '#shared/banks/bank-name.ts'
import { useDepositText } from '../../text/deposit-text.ts'
import { notePaid } from '#shared/wallet/paid-code.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { bankAppLink } from './bank-app.ts'
import { qrPicture, qrQuery, type LiveQr } from '../queries.ts'
import styles from './live-code.module.css'
import { savePicture } from './save-picture.ts'
import thaiQr from './thai-qr.svg?inline'

type LiveCodeProps = {
  /** To whom it is paid. */
  account: DepositAccount
  code: LiveQr
  wallet: Wallet
  /** The last answer was a fault. */
  isError: boolean
  isFetching: boolean
  onDone: () => void
}

/** A code to be paid, with the time left. It closes automatically once it is paid or expired. */
export function LiveCode(props: LiveCodeProps) {
  const { account, code, wallet, isError, isFetching, onDone } = props
  const text = useDepositText().qr
  const units = useVisitorText().currency
  const amount = formatMoney(code.amount, wallet.currency, units)
  const payee = text.payee(account.bankAccountName, useBankName()(account.bank))
  const left = useTimeLeft(account.bankCode, code)
  const isSilent = useAsking(account.bankCode, isFetching)
  const isOffline = !useOnline()
  const isLost = isError || isSilent || isOffline
  const [isPhone] = useState(() => matchMedia(phoneQuery).matches)
  const picture = useFocusFromGoneButton()
  return (
    <div className={styles.live}>
      {wallet.currency === 'BAHT' && <img className={styles.thai} src={thaiQr} alt={text.thai} />}
      <img
        ref={picture}
        className={styles.code}
        src={qrPicture(code.qrcode)}
        alt={text.code(amount)}
        tabIndex={-1}
      />
      <dl className={styles.facts}>
        <div>
          <dt>{text.pay}</dt>
          <dd className={styles.amount}>{amount}</dd>
          <dd className={styles.payee}>{payee}</dd>
        </div>
        <div>
          <dt>{text.left}</dt>
          <dd className={styles.amount} data-short={left < shortMs || undefined}>
            <span role="timer">{formatCountdown(left)}</span>
          </dd>
        </div>
      </dl>
      {!Number.isInteger(code.amount) && <p>{text.satang}</p>}
      {/* Replaces the hint, so that nothing moves under a finger. */}
      <p className={styles.hint} role="status" data-lost={isLost || undefined}>
        {isLost ? text.reconnecting : isPhone ? text.samePhone : text.scan}
      </p>
      <SamePhone code={code} caption={[amount, payee]} own={wallet.bankAccount} isFirst={isPhone} />
      <Button
        kind={isPhone ? 'secondary' : 'primary'}
        onClick={() => {
          notePaid(code.qrcodeId)
          onDone()
        }}
      >
        {text.done}
      </Button>
    </div>
  )
}

/** The button that created the code is gone, and with it the focus, far below the code. */
function useFocusFromGoneButton() {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) picture.current?.focus()
  }, [])
  return picture
}

/** A phone cannot scan its own screen. */
const phoneQuery = '(hover: none) and (pointer: coarse)'
const shortMs = 60_000
const pollEveryMs = 4_000

/** Whether the server does not answer. Both are asked together, so that the receipt is there when the code closes. */
function useAsking(provider: string, isFetching: boolean): boolean {
  const queries = useQueries()
  return usePolling({
    ask: () => {
      void queries.invalidateQueries({ queryKey: qrQuery(provider).queryKey })
      void queries.invalidateQueries({ queryKey: ['statement'] })
    },
    everyMs: pollEveryMs,
    isFetching,
  })
}

function useTimeLeft(provider: string, { endsAt }: LiveQr): number {
  const text = useDepositText().qr
  const queries = useQueries()
  // The first end counts: later answers differ by their network delay, and the countdown would jump.
  const [end] = useState(endsAt)
  const left = useCountdown(end)
  const isOver = left === 0
  useEffect(() => {
    if (!isOver) return
    const { queryKey } = qrQuery(provider)
    queries.setQueryData(queryKey, { hasQrcode: false })
    showToast('danger', text.over)
  }, [queries, provider, isOver, text])
  return left
}

type SamePhoneProps = {
  code: LiveQr
  caption: readonly string[]
  own: Wallet['bankAccount']
  /** Saving is the primary action. */
  isFirst: boolean
}

/** For members who pay on the phone that shows the code and so cannot scan it. */
function SamePhone({ code, caption, own: { bank }, isFirst }: SamePhoneProps) {
  const text = useDepositText().qr
  const nameOf = useBankName()
  const app = bankAppLink(bank.code, navigator.userAgent)
  const save = async (): Promise<void> => {
    if (await savePicture(code.qrcode, caption)) showToast('success', text.saved)
    else showToast('danger', text.saveFailed)
  }
  return (
    <div className={styles.same}>
      <Button kind={isFirst ? 'primary' : 'secondary'} onClick={() => void save()}>
        {text.save}
      </Button>
      {app !== null && (
        <a className={styles.app} href={app} rel="noreferrer">
          {text.app(nameOf(bank))}
        </a>
      )}
    </div>
  )
}
