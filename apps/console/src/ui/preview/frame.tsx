import { useText } from '#core/i18n.tsx'
import { Button } from '#ui/form/button.tsx'
import { classes } from '#ui/classes.ts'
import styles from './preview.module.css'
import { useFrame, type FrameOrder } from './use-frame.ts'
import type { PreviewText } from './text/preview-text.ts'

type Props = {
  title: string
  order: FrameOrder | null
  /** Nothing can be drawn yet. */
  isIdle: boolean
  onCut: (cut: readonly string[]) => void
  text: PreviewText
}

/** The narrowest that members have. */
const phone = { width: 360, height: 740 }

/** One member's screen in one language. It has no origin and no network, and is given all that it shows. */
export function Frame({ title, order, isIdle, onCut, text }: Props) {
  const { desk } = useText()
  const { state, element, round, again } = useFrame(order, onCut)
  return (
    <div className={styles.phone}>
      <iframe
        key={round}
        ref={element}
        title={title}
        sandbox="allow-scripts"
        src="/preview/"
        width={phone.width}
        height={phone.height}
        className={classes(styles.frame, state === 'silent' && styles.silent)}
      />
      {state === 'silent' && (
        <div className={styles.none} role="status">
          <p>{text.none}</p>
          <Button onPress={again}>{desk.retry}</Button>
        </div>
      )}
      {state === 'drawing' && !isIdle && (
        <p className={styles.note} role="status">
          {text.drawing}
        </p>
      )}
    </div>
  )
}
