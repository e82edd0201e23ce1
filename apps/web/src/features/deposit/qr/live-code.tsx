import { useEffect, useState } from 'react'
import { useCountdown } from '#core/browser/countdown.ts'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { formatCountdown, formatMoney } from '#core/format.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { useQueries } from '#core/queries/use-query.tsx'
import { useDepositText } from '#shared/deposit/deposit-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { Button } from '#ui/form/button.tsx'
import { bankAppLink } from './bank-app.ts'
import { cancelQr, qrPicture, qrQuery, type LiveQr } from './qr-calls.ts'
import styles from './qr-panel.module.css'
import { savePicture } from './save-picture.ts'

type LiveCodeProps = { provider: string; code: LiveQr; wallet: Wallet; onDone: () => void }

/** A code to be paid, with the time that is left. It goes away by itself when it is paid or over. */
export function LiveCode({ provider, code, wallet, onDone }: LiveCodeProps) {
  const text = useDepositText().qr
  const units = useVisitorText().currency
  const amount = formatMoney(code.amount, wallet.currency, units)
  const left = useTimeLeft(provider, code)
  return (
    <div className={styles.live}>
      <img className={styles.code} src={qrPicture(code.qrcode)} alt={text.code(amount)} />
      <dl className={styles.facts}>
        <div>
          <dt>{text.pay}</dt>
          <dd className={styles.amount}>{amount}</dd>
        </div>
        <div>
          <dt>{text.left}</dt>
          <dd className={styles.amount} data-short={left < shortMs || undefined}>
            <span role="timer">{formatCountdown(left)}</span>
          </dd>
        </div>
      </dl>
      <p className={styles.hint}>{text.samePhone}</p>
      <SamePhone code={code} caption={amount} own={wallet.bankAccount} />
      <Button onClick={onDone}>{text.done}</Button>
      <CancelCode code={code} />
    </div>
  )
}

const shortMs = 60_000
const askEveryMs = 4_000

function useTimeLeft(provider: string, { endsAt }: LiveQr): number {
  const text = useDepositText().qr
  const queries = useQueries()
  // The first end counts: later answers differ by their own way here, and the figures would jump.
  const [end] = useState(endsAt)
  const left = useCountdown(end)
  const isOver = left === 0
  useEffect(() => {
    // Together, so that the receipt is there when the code goes.
    const ask = (): void => {
      if (!isWorthAsking()) return
      void queries.invalidateQueries({ queryKey: qrQuery(provider).queryKey })
      void queries.invalidateQueries({ queryKey: ['statement'] })
    }
    const timer = setInterval(ask, askEveryMs)
    return () => clearInterval(timer)
  }, [queries, provider])
  useEffect(() => {
    if (!isOver) return
    const { queryKey } = qrQuery(provider)
    queries.setQueryData(queryKey, { hasQrcode: false })
    showToast('danger', text.over)
  }, [queries, provider, isOver, text])
  return left
}

type SamePhoneProps = { code: LiveQr; caption: string; own: Wallet['bankAccount'] }

/** For whoever pays on the phone that shows the code and so cannot scan it. */
function SamePhone({ code, caption, own: { bank } }: SamePhoneProps) {
  const text = useDepositText().qr
  const app = bankAppLink(bank.code, navigator.userAgent)
  const save = async (): Promise<void> => {
    if (await savePicture(code.qrcode, caption)) showToast('success', text.saved)
    else showToast('danger', text.saveFailed)
  }
  return (
    <div className={styles.same}>
      <Button kind="secondary" onClick={() => void save()}>
        {text.save}
      </Button>
      {app !== null && (
        <a className={styles.app} href={app} rel="noreferrer">
          {text.app(bank.code)}
        </a>
      )}
    </div>
  )
}

function CancelCode({ code: { qrcodeId } }: { code: LiveQr }) {
  const text = useDepositText().qr
  const queries = useQueries()
  const faultText = useFaultText()
  const [isSending, once] = useSending()
  const cancel = (): void =>
    void once(async () => {
      try {
        await cancelQr(queries, qrcodeId)
        showToast('success', text.cancelled)
      } catch (fault) {
        const sentence = faultText(fault)
        if (sentence !== null) showToast('danger', sentence)
      }
    })
  return (
    <Button kind="quiet" busy={isSending} onClick={cancel}>
      {text.cancel}
    </Button>
  )
}
