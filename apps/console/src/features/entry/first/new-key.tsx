import { useState } from 'react'
import { isRefused } from '#core/calls/fault.ts'
import { useText } from '#core/i18n.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { EntryFault } from '../entry-fault.tsx'
import styles from '../entry.module.css'
import { knowsPasskeys } from '../passkey.ts'

type Props = {
  /** What is asked for before the passkey can be made. */
  label: string
  action: string
  /** What is said where what was typed has not the right form. */
  wrong?: string
  isBusy: boolean
  error: unknown
  onMake: (typed: { text: string; label: string }) => void
}

/** One field, the name of this device, and the button that makes a passkey. */
export function NewKey({ label, action, wrong, isBusy, error, onMake }: Props) {
  const { people } = useText()
  const [text, setText] = useState('')
  const [device, setDevice] = useState(people.passkeyLabelUsual)
  if (!knowsPasskeys()) return <WaitNote>{people.noPasskeys}</WaitNote>
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onMake({ text: text.trim(), label: device.trim() })
      }}
    >
      <Field label={label} value={text} onChange={setText} autoComplete="off" takesFocus />
      <Field label={people.passkeyLabel} value={device} onChange={setDevice} maxLength={40} />
      {wrong !== undefined && isRefused(error, 'KEY_INVALID') ? (
        <FaultNote>{wrong}</FaultNote>
      ) : (
        <EntryFault error={error} />
      )}
      <Button
        type="submit"
        look="primary"
        isDisabled={text.trim() === '' || device.trim() === ''}
        isBusy={isBusy}
      >
        {action}
      </Button>
    </form>
  )
}
