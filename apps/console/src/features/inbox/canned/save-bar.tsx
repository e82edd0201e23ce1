import { useText } from '#core/i18n.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import styles from './canned.module.css'
import type { useCanned } from './use-canned.ts'

type Props = {
  edits: ReturnType<typeof useCanned>
  problem: string | null
  onSave: () => void
  onDiscard: () => void
}

/** Saving is explicit; after a conflicting save by another operator it offers both resolutions. */
export function SaveBar({ edits, problem, onSave, onDiscard }: Props) {
  const { canned } = useText()
  const { isDirty, moved, save } = edits
  if (!isDirty) return null
  if (moved !== null)
    return (
      <div className={styles.bar}>
        <FaultNote>{canned.conflict(moved.join(', ') || canned.order)}</FaultNote>
        <div className={styles.tools}>
          <Button look="primary" onPress={() => edits.join()}>
            {canned.join}
          </Button>
          <Button onPress={onDiscard}>{canned.theirs}</Button>
        </div>
      </div>
    )
  return (
    <div className={styles.bar}>
      {problem && <FaultNote>{problem}</FaultNote>}
      <div className={styles.tools}>
        <span className={styles.unsaved}>{canned.unsaved}</span>
        <Button onPress={onDiscard} isDisabled={save.isPending}>
          {canned.discard}
        </Button>
        <Button look="primary" isBusy={save.isPending} onPress={onSave}>
          {canned.save}
        </Button>
      </div>
    </div>
  )
}
