import { useVisitorText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import styles from './puzzle-note.module.css'
import type { Puzzle } from './use-puzzle.ts'

/**
 * Says that the phone is solving a puzzle, and offers to cancel. The element exists before, or screen readers would not
 * announce it.
 */
export function PuzzleNote({ cancel }: Pick<Puzzle, 'cancel'>) {
  const { puzzle: text, cancel: cancelLabel } = useVisitorText().form
  return (
    <div className={cancel ? styles.place : styles.empty}>
      <div role="status">
        {cancel && (
          <div className={styles.note}>
            <p>{text.waiting}</p>
            <p className={styles.about}>{text.about}</p>
          </div>
        )}
      </div>
      {cancel && (
        <Button kind="quiet" onClick={cancel}>
          {cancelLabel}
        </Button>
      )}
    </div>
  )
}
