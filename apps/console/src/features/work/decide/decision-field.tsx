import type { DecisionName, FieldName } from '@kapao/contract/console/words'
import type { FieldChoice } from '@kapao/contract/console/work'
import type { Currency } from '@kapao/contract/money'
import { useText } from '#core/i18n.tsx'
import { Field } from '#ui/form/field.tsx'
import { TimeField } from '#ui/form/time-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { ReasonField } from './reason-field.tsx'

type Props = {
  decision: DecisionName
  name: Exclude<FieldName, 'memberId'>
  /** The values that it may have, where it is chosen and not typed. */
  choices: readonly FieldChoice[]
  /** The currency of an amount. */
  currency: Currency | undefined
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Enter submits the decision; Shift+Enter starts a new line. */
  onEnter: () => void
}

export function DecisionField(props: Props) {
  const { decision, name, choices, currency, value, onChange, error, onEnter } = props
  const text = useText()
  const isSum = name === 'amount' && currency !== undefined
  const isSent = decision === 'sent' && name === 'reference'
  const said = isSent ? text.work.sentReference : text.work.fields[name]
  const label = said + (isSum ? ` (${text.desk.currency[currency]})` : '')
  if (name === 'reason') return <ReasonField {...{ decision, value, onChange, error }} />
  if (choices.length > 0) return <ChoiceField {...{ name, choices, value, onChange, error }} />
  if (name === 'paidAt')
    return <TimeField label={label} value={value} onChange={onChange} error={error} />
  return (
    <Field
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      onEnter={onEnter}
      isLong={name === 'why' || name === 'whyOptional'}
      {...(name === 'amount' ? { inputMode: 'decimal' as const } : {})}
    />
  )
}
