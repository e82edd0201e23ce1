import { scriptDaysMax } from '@kapao/contract/console/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { formatClock } from '#core/format.ts'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Select } from '#ui/form/select.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import shared from '#shared/shared.module.css'
import styles from './me.module.css'

const lastings = [1, 7, 30, scriptDaysMax] as const

/** The page makes the code and a terminal uses it, so that nobody can be led to confirm a terminal of somebody else. */
export function Terminals() {
  const { terminals } = useText()
  const faultText = useFaultText()
  const [label, setLabel] = useState('')
  const [days, setDays] = useState<string>('30')
  const making = useMutation({
    mutationFn: (isScript: boolean) =>
      call('POST /api/console/own/terminal', {
        script: isScript ? { label, days: Number(days) } : null,
      }),
  })
  return (
    <section className={styles.card}>
      <h2>{terminals.title}</h2>
      <p className={shared.dim}>{terminals.lead}</p>
      <div>
        <Button isBusy={making.isPending} onPress={() => making.mutate(false)}>
          {terminals.make}
        </Button>
      </div>
      <p className={shared.dim}>{terminals.scriptLead}</p>
      <div className={styles.add}>
        <Field label={terminals.label} value={label} onChange={setLabel} maxLength={40} />
        <Select
          label={terminals.lasts}
          value={days}
          options={lastings.map((one) => ({ value: String(one), text: terminals.days(one) }))}
          onChange={setDays}
        />
        <Button
          isDisabled={label.trim() === ''}
          isBusy={making.isPending}
          onPress={() => making.mutate(true)}
        >
          {terminals.script}
        </Button>
      </div>
      {making.error && <FaultNote>{faultText(making.error)}</FaultNote>}
      {making.data && (
        <div role="status">
          <p>{terminals.type}</p>
          <p className={styles.command} translate="no">
            {making.data.command}
          </p>
          <p className={shared.dim}>
            {terminals.until(formatClock(Date.parse(making.data.until)))}
          </p>
        </div>
      )}
    </section>
  )
}
