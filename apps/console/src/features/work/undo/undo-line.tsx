import { undoSeconds } from '@kapao/contract/console/limits'
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { showLine } from '#ui/feedback/toasts.tsx'
import { Button } from '#ui/form/button.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { namedMember } from '#shared/named-member.ts'
import styles from './undo.module.css'
import { useUndo } from './use-undo.ts'

type Props = {
  item: WorkItem
  effect: DecisionOffer['effect']
  onGone: () => void
}

/** Shows at the foot of every screen what is about to be carried out, as long as it can be undone. */
export function showUndo(item: WorkItem, effect: DecisionOffer['effect']): void {
  showLine((close) => <UndoLine item={item} effect={effect} onGone={close} />, undoSeconds * 1_000)
}

const soonBy: Partial<Record<Props['effect'], 'paidIn' | 'returnedIn' | 'givenBackIn'>> = {
  'pays-out': 'paidIn',
  'rejects-withdrawal': 'returnedIn',
  'sends-back': 'givenBackIn',
  'books-out-repeat': 'givenBackIn',
}

function UndoLine({ item, effect, onGone }: Props) {
  const { work } = useText()
  const left = useSecondsLeft()
  const undo = useUndo(item, onGone)
  useHotkeys({ u: () => undo.mutate() })
  const soon = work.undo[soonBy[effect] ?? 'approved']
  return (
    <p className={styles.line}>
      <span>
        {item.sum && (
          <>
            <Amount sum={item.sum} /> ·{' '}
          </>
        )}
        {item.memberName && `${namedMember(item.memberName, item.memberId)} · `}
        {/* Read out once, and not again each second. */}
        <span aria-hidden>{soon(left)}</span>
        <span className="visually-hidden">{soon(undoSeconds)}</span>
      </span>
      <Button letter="u" isBusy={undo.isPending} onPress={() => undo.mutate()}>
        {work.undo.act}
      </Button>
    </p>
  )
}

function useSecondsLeft(): number {
  const [left, setLeft] = useState(undoSeconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return left
}
