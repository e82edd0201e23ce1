import type { ReactNode } from 'react'
import { BonusName } from '#shared/bonus/held/bonus-name.tsx'
import { Link } from '#shared/link.tsx'
import { paths } from '#shared/paths.ts'
import { useWithdrawText } from '../text/withdraw-text.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { LockNote } from '#ui/feedback/lock-note.tsx'
import type { Lock } from './use-lock.ts'

type LockCardProps = { lock: Lock; money: (amount: number) => string }
/** Few members have an active bonus, so `app` fetches this for them only. */
export type RenderLock = (props: LockCardProps) => ReactNode

/** The bonus that locks the money, the progress of its condition, and the link to it. */
export function LockCard({ lock, money }: LockCardProps) {
  const text = useWithdrawText().lock
  const { code, kind, reached, target, missing } = lock
  return (
    <LockNote
      label={text.label}
      isMet={missing === 0}
      title={
        <>
          {missing > 0 ? text.by : text.met} {missing > 0 && <BonusName code={code} />}
        </>
      }
      meter={{
        label: text.progress,
        max: target,
        value: reached,
        words: text.reached(money(reached), money(target)),
      }}
      action={
        <Link to={paths.bonus}>
          {text.see}
          <Icon path={nextIcon} />
        </Link>
      }
    >
      {missing > 0 ? text.missing[kind](money(missing)) : text.whole}
    </LockNote>
  )
}
