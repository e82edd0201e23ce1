import { useText } from '#core/i18n.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { useFaultText } from './fault-text.ts'
import styles from './faults.module.css'

/** In the place of what could not be read: why, and a way to ask again. */
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
