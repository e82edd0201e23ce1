import type { ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { classes } from '#ui/classes.ts'
import { Button } from '#ui/form/button.tsx'
import styles from './beside.module.css'

type Props = {
  list: ReactNode
  /** Whether one of the list is open; a narrow screen shows that, else the list. */
  isOpen: boolean
  children: ReactNode
}

/** A list, and beside it what is open. */
export function Beside({ list, isOpen, children }: Props) {
  return (
    <div className={classes(styles.screen, isOpen && styles.hasOne)}>
      {list}
      <div className={styles.pane}>{children}</div>
    </div>
  )
}

/** Back to the list, where it is not beside. */
export function BackToList({ onPress }: { onPress: () => void }) {
  const { desk } = useText()
  return (
    <span className={styles.back}>
      <Button look="quiet" onPress={onPress}>
        {desk.back}
      </Button>
    </span>
  )
}
