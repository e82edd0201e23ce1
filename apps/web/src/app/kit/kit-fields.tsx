import { useState } from 'react'
import { Button } from '#ui/form/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { OtpField } from '#ui/form/otp-field.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { useSamples } from './samples.ts'
import styles from './kit-screen.module.css'

export function KitFields() {
  const { short, long, label } = useSamples()
  const [value, setValue] = useState('')
  const [ticked, setTicked] = useState(true)
  const options = [
    { value: 'one', label: short },
    { value: 'two', label: long },
  ]
  return (
    <section className={styles.group}>
      <Button>{short}</Button>
      <Button busy>{short}</Button>
      <Button disabled>{short}</Button>
      <Button kind="secondary">{short}</Button>
      <Button kind="quiet">{short}</Button>
      <TextField label={label} value={value} onChange={setValue} />
      <TextField label={label} hint={long} value={value} onChange={setValue} uppercase />
      <TextField label={label} error={long} value={value} onChange={setValue} />
      <TextField label={label} value={short} onChange={setValue} readOnly />
      <PasswordField label={short} purpose="new-password" value={value} onChange={setValue} />
      <OtpField label={label} length={6} value={value} onChange={setValue} refusals={0} />
      <SelectField
        label={label}
        placeholder={short}
        options={options}
        value={value}
        onChange={setValue}
      />
      <SelectField label={label} error={long} options={options} value="two" onChange={setValue} />
      <Checkbox label={short} checked={ticked} onChange={setTicked} />
    </section>
  )
}
