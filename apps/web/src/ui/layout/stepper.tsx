import styles from './stepper.module.css'

type StepperProps = {
  step: number
  total: number
  label: string
  /** The progress in words, for screen readers. */
  sentence: string
}

export function Stepper({ step, total, label, sentence }: StepperProps) {
  return (
    <div className={styles.stepper} role="group" aria-label={label}>
      <ol className={styles.dots} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => (
          <li
            key={index}
            className={styles.dot}
            data-state={index + 1 === step ? 'now' : index + 1 < step ? 'done' : 'ahead'}
          />
        ))}
      </ol>
      <p className={styles.sentence}>{sentence}</p>
    </div>
  )
}
