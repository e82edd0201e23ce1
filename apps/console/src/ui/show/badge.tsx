import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import styles from './show.module.css'

export type Tone = 'plain' | 'plus' | 'minus' | 'wait'

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>
}
