import { useText } from '#core/i18n.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from './fault-text.ts'
import styles from './faults.module.css'

/** Shown in place of what could not be loaded: the reason, and a button to retry. */
export function ReadFault({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const text = useText()
  const faultText = useFaultText()
  return (
    <div className={styles.unread}>
      <FaultNote action={<Button onPress={() => void onRetry()}>{text.desk.retry}</Button>}>
        {faultText(error)}
      </FaultNote>
    </div>
  )
}
