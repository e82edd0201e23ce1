import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './steps.module.css'

export type Step = { label: string; state: 'done' | 'now' | 'ahead' }

/** The steps that are done, the current one, and those ahead. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.label}
          className={styles.step}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {step.state === 'done' && <Icon path={checkIcon} />}
          </span>
          {step.label}
        </li>
      ))}
    </ol>
  )
}

/** One step per label, of which the first `done` are done. */
export function stepsFrom(labels: readonly string[], done: number): Step[] {
  return labels.map((label, place) => ({
    label,
    state: place < done ? 'done' : place === done ? 'now' : 'ahead',
  }))
}
