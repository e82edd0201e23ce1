import { useState, type ReactNode } from 'react'
import { momentAfter, useCountdown } from '#core/browser/countdown.ts'
import { formatCountdown, formatMoney } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import { useUnderWayText } from '../text/under-way-text.ts'
import { isNotedPaid } from '#shared/wallet/paid-code.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { Meter } from '#ui/figures/meter.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { depositIcon, giftIcon, moveIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import type { UnderWay } from '#shared/wallet/under-way.ts'
import styles from './row.module.css'

type RowProps = { wallet: Wallet; onOpen: () => void }

export function DepositRow({
  deposit,
  wallet,
  onOpen,
}: RowProps & { deposit: UnderWay['deposits'][number] }) {
  const text = useUnderWayText()
  const units = useMemberText().currency
  const { shortcuts } = useMemberText().home
  const { _id: id, way, amount, secondsLeft } = deposit
  // Whether it is paid only its member knows, until the bank says so.
  const isPaid = way === 'QR' && isNotedPaid(id)
  return (
    <Row
      label={shortcuts.deposit}
      path={depositIcon}
      title={isPaid ? text.paid : text.deposit[way]}
      onOpen={onOpen}
    >
      {amount === null ? shortcuts.deposit : formatMoney(amount, wallet.currency, units)}
      {secondsLeft !== undefined && !isPaid && <TimeLeft seconds={secondsLeft} />}
    </Row>
  )
}

function TimeLeft({ seconds }: { seconds: number }) {
  const text = useUnderWayText()
  const [end] = useState(() => momentAfter(seconds * 1_000))
  return <> · {text.left(formatCountdown(useCountdown(end)))}</>
}

export function TransferRow({
  transfer: { from, to, amount },
  wallet,
  onOpen,
}: RowProps & { transfer: UnderWay['transfers'][number] }) {
  const text = useUnderWayText()
  const { home, currency } = useMemberText()
  const place = (code: string): string =>
    code === 'wallet' ? home.wallet : (wallet.slots.find((one) => one.code === code)?.name ?? code)
  return (
    <Row label={home.transfer} path={moveIcon} title={text.transfer} onOpen={onOpen}>
      {formatMoney(amount, wallet.currency, currency)} · {place(from)} → {place(to)}
    </Row>
  )
}

export function BonusRow({
  bonus: { code, total, target, isEnding },
  withdrawable: { amount, why },
  wallet,
  onOpen,
}: RowProps & {
  bonus: NonNullable<UnderWay['bonus']>
  withdrawable: UnderWay['withdrawable']
}) {
  const text = useUnderWayText()
  const { home, currency: units } = useMemberText()
  const missing = sumAmounts([target, -total])
  // Met, it keeps money only where something else than its condition stands in the way.
  const isFree = missing <= 0 && amount > 0
  const met = isFree ? text.met : text.metOnly
  const title = (
    <>
      {!isFree && `${text.bonus} · `}
      <BonusName code={code} />
    </>
  )
  const label = isFree ? home.shortcuts.bonus : text.bonus
  return (
    <Row label={label} path={giftIcon} title={title} onOpen={onOpen}>
      {isEnding && text.ending}
      {!isEnding && missing <= 0 && (why === 'CHECK' ? text.checking : met)}
      {!isEnding && missing > 0 && (
        <Progress max={target} value={total}>
          {text.missing(formatMoney(missing, wallet.currency, units))}
        </Progress>
      )}
    </Row>
  )
}

/** What prizes and other rewards gave and is not played for. */
export function PrizesRow({
  kept,
  played,
  wallet,
  onOpen,
}: RowProps & {
  kept: NonNullable<UnderWay['kept']>
  played: NonNullable<UnderWay['withdrawable']['played']>
}) {
  const text = useUnderWayText()
  const units = useMemberText().currency
  const money = (amount: number): string => formatMoney(amount, wallet.currency, units)
  return (
    <Row label={text.bonus} path={giftIcon} title={text.prizes(money(kept.amount))} onOpen={onOpen}>
      <Progress max={played.required} value={played.done}>
        {text.toPlay(money(kept.toPlay))}
      </Progress>
    </Row>
  )
}

/** The one meter for whatever keeps money. */
function Progress({ children, ...meter }: { max: number; value: number; children: ReactNode }) {
  return (
    <span className={styles.meter}>
      <Meter label={useUnderWayText().progress} {...meter} />
      {children}
    </span>
  )
}

type FrameProps = {
  label: string
  path: string
  title: ReactNode
  onOpen: () => void
  children: ReactNode
}

function Row({ label, path, title, onOpen, children }: FrameProps) {
  return (
    <section className={styles.card} data-kind="wait" aria-label={label}>
      <button type="button" className={styles.open} onClick={onOpen}>
        <span className={styles.icon}>
          <Icon path={path} />
        </span>
        <span role="status" className={styles.words}>
          <span className={styles.stage}>{title}</span>
          <span className={styles.quiet}>{children}</span>
        </span>
        <span className={styles.next}>
          <Icon path={nextIcon} />
        </span>
      </button>
    </section>
  )
}
