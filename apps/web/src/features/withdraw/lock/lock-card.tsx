import type { ReactNode } from 'react'
import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { useWithdrawText } from '../text/withdraw-text.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { Meter } from '#ui/figures/meter.tsx'
import styles from './lock-card.module.css'
import type { Lock } from './use-lock.ts'

type LockCardProps = { lock: Lock; money: (amount: number) => string }
/** Few members have an active bonus, so `app` fetches this for them only. */
export type RenderLock = (props: LockCardProps) => ReactNode

/** The bonus that locks the money, the progress of its condition, and the link to it. */
export function LockCard({ lock, money }: LockCardProps) {
  const text = useWithdrawText().lock
  const { code, kind, reached, target, missing } = lock
  return (
    <section className={styles.card} aria-label={text.label} data-met={missing === 0 || undefined}>
      <p className={styles.title}>
        {missing > 0 ? text.by : text.met} {missing > 0 && <BonusName code={code} />}
      </p>
      <p>{missing > 0 ? text.missing[kind](money(missing)) : text.whole}</p>
      <Meter label={text.progress} max={target} value={reached} />
      <p className={styles.quiet}>{text.reached(money(reached), money(target))}</p>
      <Link to={paths.bonus} className={styles.link}>
        {text.see}
        <Icon path={nextIcon} />
      </Link>
    </section>
  )
}
