import { TimeField } from '#ui/form/time-field.tsx'
import type { PlanText } from './text/en.ts'
import type { Times } from './times.ts'

type Props = {
  text: Pick<PlanText, 'from' | 'until'>
  times: Times
  onChange: (next: Times) => void
}

export function PlanTimes({ text, times, onChange }: Props) {
  return (
    <>
      <TimeField
        label={text.from}
        value={times.from}
        onChange={(from) => onChange({ ...times, from })}
      />
      <TimeField
        label={text.until}
        value={times.until}
        onChange={(until) => onChange({ ...times, until })}
      />
    </>
  )
}
