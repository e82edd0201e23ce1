import { takeBackReasons, type DecisionName } from '@kapao/contract/console/words'
import { rejectionReasons } from '@kapao/contract/limits'
import { useText } from '#core/i18n.tsx'
import { Select } from '#ui/form/select.tsx'

type Props = {
  decision: DecisionName
  value: string
  onChange: (value: string) => void
  error: string | null
}

/** Why money does not go to its member, or is taken back: one of the sentences that the member reads. */
export function ReasonField({ decision, value, onChange, error }: Props) {
  const { work } = useText()
  const reasons =
    decision === 'takeback'
      ? takeBackReasons.map((reason) => ({ value: reason as string, text: work.takeBacks[reason] }))
      : rejectionReasons.map((reason) => ({
          value: reason as string,
          text: work.rejections[reason],
        }))
  return (
    <>
      <Select
        label={work.fields.reason}
        value={value}
        onChange={onChange}
        options={[{ value: '', text: work.chooseReason }, ...reasons]}
      />
      {error && <p role="alert">{error}</p>}
    </>
  )
}
