import type { ChangeEvent } from 'react'
import { formatAmount } from '#core/format.ts'
import { Field } from '#ui/form/field.tsx'
import styles from './amount-field.module.css'
import { groupDigits, settle } from './grouping.ts'

type AmountFieldProps = {
  label: string
  /** Without commas. */
  value: string
  onChange: (value: string) => void
  /** What the amount is of, as it stands behind the figure. */
  unit?: string
  /** A currency without decimals. */
  whole?: boolean
  /** Amounts that are offered to tap. */
  presets: readonly number[]
  /** Left out where there is no whole to take. */
  all?: ChipProps
  /** What is allowed. */
  hint?: string | null
  /** What was wrong with it when it was sent; nothing else is said as long as this is. */
  error?: string | null
  /** Why it cannot be taken as it stands, while it is being typed: in the place of what is allowed. */
  reason?: string | null
  /** What is left after; with null its place is kept. */
  left?: string | null
  placeholder?: string
}

/** An amount, typed, pasted or tapped: grouped as a bank writes it, with its currency, and handed on without commas. */
export function AmountField({ presets, all, value, onChange, ...rest }: AmountFieldProps) {
  const { label, unit, hint, error = null, reason, left, placeholder, whole = false } = rest

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const settled = settle({
      raw: target.value,
      caret: target.selectionStart ?? target.value.length,
      before: value,
      deleted: deletedBy(nativeEvent),
    })
    // Written at once: if React did it afterwards, the caret would jump to the end.
    if (target.value !== settled.shown) {
      target.value = settled.shown
      target.setSelectionRange(settled.caret, settled.caret)
    }
    onChange(settled.plain)
  }

  return (
    <div className={styles.block}>
      <Field
        label={label}
        hint={reason ? <span className={styles.reason}>{reason}</span> : hint}
        error={error}
      >
        {(control) => (
          <div className={styles.frame}>
            <input
              {...control}
              className={`${control.className} ${styles.input}`}
              type="text"
              inputMode={whole ? 'numeric' : 'decimal'}
              autoComplete="off"
              enterKeyHint="done"
              maxLength={16}
              placeholder={placeholder}
              value={groupDigits(value)}
              onChange={change}
            />
            {unit !== undefined && (
              <span className={styles.unit} aria-hidden="true">
                {unit}
              </span>
            )}
          </div>
        )}
      </Field>
      {(presets.length > 0 || all) && (
        <div className={styles.chips} role="group" aria-label={label}>
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
      )}
      {left !== undefined && (
        <p className={styles.left} role="status">
          {error === null && left}
        </p>
      )}
    </div>
  )
}

function deletedBy(event: Event): 'before' | 'after' | null {
  const how = event instanceof InputEvent ? event.inputType : ''
  if (!how.startsWith('delete')) return null
  return how.endsWith('Forward') ? 'after' : 'before'
}

type ChipProps = { label: string; isChosen: boolean; choose: () => void }

function Chip({ label, isChosen, choose }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isChosen} onClick={choose}>
      {label}
    </button>
  )
}
