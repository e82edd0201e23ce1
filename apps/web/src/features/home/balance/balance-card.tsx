import type { ReactNode } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { formatAgo } from '#core/format.ts'
import { useMemberText } from '#core/i18n.tsx'
import { readLastBalance } from '#core/session/last-balance.ts'
import { totalOf } from '#shared/wallet/wallet.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { CountingAmount } from '#ui/figures/counting-amount.tsx'
import { IconButton } from '#ui/form/icon-button.tsx'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { refreshIcon, walletIcon } from '@kapao/ui/icons/more-icons.ts'
import { alertIcon } from '@kapao/ui/icons/public-icons.ts'
import { MoneyText } from '#ui/layout/money-text.tsx'
import type { BalanceRefresh, Freshness } from './refreshing.ts'
import styles from './balance-card.module.css'

/** An age is shown in seconds at first, then in minutes: this often is enough. */
const ageEveryMs = 5_000

type BalanceCardProps = {
  home: BalanceRefresh
  /** How much of the total can be withdrawn and where it is; empty until known, in a place of its own. */
  parts: ReactNode
  actions: ReactNode
}

/** The total balance, the age of the figures, and the button to refresh them. */
export function BalanceCard({ home, parts, actions }: BalanceCardProps) {
  const text = useMemberText().home
  const isUpdating = home.freshness === 'updating'
  const isWorrying = isWorryingIn(home)
  const line = <FreshnessLine home={home} isWorrying={isWorrying} />
  // Of nothing it is not said where it is.
  const isPartsShown = home.wallet
    ? totalOf(home.wallet) > 0
    : home.freshness !== 'failed' || readLastBalance() !== null
  return (
    <section className={styles.card} aria-label={text.total} aria-busy={isUpdating}>
      <header className={styles.head}>
        <h2 className={styles.title}>{text.total}</h2>
        {!isWorrying && line}
        <IconButton label={text.refresh} path={refreshIcon} onClick={home.refresh} />
      </header>
      <Figures home={home} />
      {isPartsShown && <div className={styles.parts}>{parts}</div>}
      {isWorrying && line}
      {actions}
      {isUpdating && <span className={styles.veil} data-veil aria-hidden="true" />}
    </section>
  )
}

function Figures({ home: { wallet, freshness } }: { home: BalanceRefresh }) {
  const units = useMemberText().currency
  if (wallet)
    return (
      <p className={styles.total}>
        <CountingAmount amount={totalOf(wallet)} unit={units[wallet.currency]} />
      </p>
    )
  if (freshness === 'failed') return <Kept />
  return (
    <div className={styles.loading} aria-hidden="true">
      <LastTotal />
    </div>
  )
}

/**
 * The last total shown here, until there is a newer one. In the prerendered home the script in the head fills it in.
 */
function LastTotal() {
  const units = useMemberText().currency
  const last = readLastBalance()
  if (last)
    return (
      <p className={styles.total}>
        <MoneyText amount={last.total} unit={units[last.currency]} size="total" />
      </p>
    )
  return (
    <>
      {import.meta.env.SSR && (
        <p className={styles.total} data-last={`${units.BAHT},${units.LAK}`} hidden>
          <MoneyText amount={0} unit="" size="total" />
        </p>
      )}
      <Skeleton shape="title" />
    </>
  )
}

/** Without a connection the last figures are better than none, if they are marked as such. */
function Kept() {
  const text = useMemberText().home
  const ago = useMemberText().ago
  const units = useMemberText().currency
  const now = useNow(ageEveryMs)
  const kept = readLastBalance()
  if (!kept)
    return (
      <EmptyState path={walletIcon} failed>
        {text.failed}
      </EmptyState>
    )
  return (
    <>
      <p className={`${styles.total} ${styles.kept}`}>
        <MoneyText amount={kept.total} unit={units[kept.currency]} size="total" />
      </p>
      <p className={styles.note}>
        {text.kept} · {formatAgo(kept.at, now, ago)}
      </p>
    </>
  )
}

/** What the server itself could not read anew is as old as it says, whenever this page asked for it. */
function freshnessOf({ wallet, freshness }: BalanceRefresh): Freshness {
  return wallet?.knownAt !== undefined && freshness !== 'updating' ? 'failed' : freshness
}

function isWorryingIn(home: BalanceRefresh): boolean {
  return ['failed', 'late'].includes(freshnessOf(home))
}

/** In the head of the card; a sentence that worries is below the total, where it has the width. */
function FreshnessLine({ home, isWorrying }: { home: BalanceRefresh; isWorrying: boolean }) {
  const { wallet, syncedAt } = home
  const { home: text, ago } = useMemberText()
  const now = useNow(ageEveryMs)
  const freshness = freshnessOf(home)
  const figuresAt = wallet?.knownAt ?? syncedAt
  const age = figuresAt === null ? null : formatAgo(figuresAt, now, ago)
  if (freshness === 'failed' && !wallet) return null

  const sentence = {
    updating: text.updating,
    late: text.late,
    fresh: text.updated(formatAgo(Math.max(syncedAt ?? 0, wallet?.readAt ?? 0), now, ago)),
    failed: age === null ? text.staleUnknown : text.stale(age),
  }[freshness]
  if (isWorrying)
    return (
      <p className={styles.worry} role="status">
        <Icon path={alertIcon} />
        {sentence}
      </p>
    )
  // Other words are another line: as the same one, written to the right, they would count as having moved.
  return (
    <p key={sentence} className={styles.note}>
      {sentence}
    </p>
  )
}
