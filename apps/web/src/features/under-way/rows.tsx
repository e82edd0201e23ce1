import type { ReactNode } from 'react'
import { formatMoney } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import { useUnderWayText } from './text/under-way-text.ts'
import { sumAmounts, type Wallet } from '#shared/wallet/wallet.ts'
import { Meter } from '#ui/figures/meter.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { depositIcon, giftIcon, moveIcon, nextIcon } from '@kapao/ui/icons/more-icons.ts'
import type { UnderWay } from './queries.ts'
import styles from './row.module.css'

type RowProps = { wallet: Wallet; onOpen: () => void }

export function DepositRow({
  deposit: { way, amount },
  wallet,
  onOpen,
}: RowProps & { deposit: UnderWay['deposits'][number] }) {
  const text = useUnderWayText()
  const units = useMemberText().currency
  const { shortcuts } = useMemberText().home
  return (
    <Row label={shortcuts.deposit} path={depositIcon} title={text.deposit[way]} onOpen={onOpen}>
      {amount === null ? shortcuts.deposit : formatMoney(amount, wallet.currency, units)}
    </Row>
  )
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
  wallet,
  onOpen,
}: RowProps & { bonus: NonNullable<UnderWay['bonus']> }) {
  const text = useUnderWayText()
  const units = useMemberText().currency
  const missing = sumAmounts([target, -total])
  const left = text.missing(formatMoney(missing, wallet.currency, units))
  const title = (
    <>
      {text.bonus} · <BonusName code={code} />
    </>
  )
  return (
    <Row label={text.bonus} path={giftIcon} title={title} onOpen={onOpen}>
      {isEnding && text.ending}
      {!isEnding && missing <= 0 && text.met}
      {!isEnding && missing > 0 && (
        <span className={styles.meter}>
          <Meter label={text.progress} max={target} value={total} />
          {left}
        </span>
      )}
    </Row>
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
