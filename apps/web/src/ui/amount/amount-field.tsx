import { formatAmount } from '#core/format.ts'
import { TextField } from '#ui/form/text-field.tsx'
import styles from './amount-field.module.css'

type AmountFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Amounts that are offered to tap. */
  presets: readonly number[]
  /** Left out where there is no whole to take. */
  all?: ChipProps
  hint?: string | null
  error?: string | null
  placeholder?: string
}

/** An amount, typed or tapped. */
export function AmountField({ presets, all, hint, value, onChange, ...field }: AmountFieldProps) {
  return (
    <div className={styles.block}>
      <TextField
        {...field}
        hint={hint}
        value={value}
        onChange={onChange}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        maxLength={12}
      />
      <div className={styles.chips} role="group" aria-label={field.label}>
        {presets.map((amount) => (
          <Chip
            key={amount}
            label={formatAmount(amount).replace(/\.00$/, '')}
            isChosen={all?.isChosen !== true && Number(value) === amount && value !== ''}
            choose={() => onChange(String(amount))}
          />
        ))}
        {all && <Chip {...all} />}
      </div>
    </div>
  )
}

type ChipProps = { label: string; isChosen: boolean; choose: () => void }

function Chip({ label, isChosen, choose }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isChosen} onClick={choose}>
      {label}
    </button>
  )
}
