import { useVisitorText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import styles from './puzzle-note.module.css'
import type { Puzzle } from './use-puzzle.ts'

/** What the phone is doing while it solves a puzzle, and the way out. The place is there before, or it would not be read aloud. */
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
