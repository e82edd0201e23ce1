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
  /** The unit shown behind the figure. */
  unit?: string
  /** True for a currency without decimals. */
  whole?: boolean
  /** Amounts offered as buttons. */
  presets: readonly number[]
  /** Omitted if there is no total to take. */
  all?: ChipProps
  /** The allowed range. */
  hint?: string | null
  /** Why the amount was refused when sent; it replaces all other notes. */
  error?: string | null
  /** Why the amount is not possible, while it is being typed; it replaces the hint. */
  reason?: string | null
  /** What is left afterwards; null reserves its space. */
  left?: string | null
  placeholder?: string
}

/** An amount, typed, pasted or tapped: grouped as banks do, with its currency, and passed on without commas. */
export function AmountField({ presets, all, value, onChange, ...rest }: AmountFieldProps) {
  const { label, unit, hint, error = null, reason, left, placeholder, whole = false } = rest

  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const settled = settle({
      raw: target.value,
      caret: target.selectionStart ?? target.value.length,
      before: value,
      deleted: deletedBy(nativeEvent),
    })
    // Written at once: if React did it later, the caret would jump to the end.
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
      <Chips {...{ label, value, presets, all, onChange }} />
      {left !== undefined && (
        <p className={styles.left} role="status">
          {error === null && left}
        </p>
      )}
    </div>
  )
}

type ChipsProps = Pick<AmountFieldProps, 'label' | 'value' | 'presets' | 'onChange'> & {
  all: AmountFieldProps['all'] | undefined
}

function Chips({ label, value, presets, all, onChange }: ChipsProps) {
  if (presets.length === 0 && !all) return null
  return (
    <div
      className={styles.chips}
      data-many={presets.length > 5 || undefined}
      role="group"
      aria-label={label}
    >
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
