import { useState } from 'react'
import { Button } from './button.tsx'
import { Select } from './select.tsx'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; text: string }[]
  /** What the button says that sends the choice. */
  act: string
  isBusy: boolean
  onSend: (chosen: T) => void
}

/**
 * A closed select changes with every arrow key and letter, so that a choice which acts at once would act on all those
 * that a person at the keyboard passes on the way. Here only the button acts, and it is there once something is chosen.
 */
export function ChooseAndSend<T extends string>({
  label,
  value,
  options,
  act,
  isBusy,
  onSend,
}: Props<T>) {
  const [chosen, setChosen] = useState<T | null>(null)
  const send = (one: T): void => {
    setChosen(null)
    onSend(one)
  }
  return (
    <>
      <Select
        label={label}
        isLabelHidden
        value={chosen ?? value}
        onChange={setChosen}
        options={options}
      />
      {chosen !== null && chosen !== value && (
        <Button look="primary" isBusy={isBusy} onPress={() => send(chosen)}>
          {act}
        </Button>
      )}
    </>
  )
}
