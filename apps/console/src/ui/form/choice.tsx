import { Icon } from '@kapao/ui/icons/icon.tsx'
import { checkIcon } from '@kapao/ui/icons/more-icons.ts'
import type { ReactNode } from 'react'
import { Checkbox, Radio, RadioGroup } from 'react-aria-components'
import styles from './choice.module.css'

type Props<T extends string> = {
  label: string
  value: T | null
  options: readonly { value: T; text: ReactNode }[]
  onChange: (value: T) => void
  isStacked?: boolean
}

/** A choice of one among a few, all visible. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  isStacked = false,
}: Props<T>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onChange={(next) => onChange(next as T)}
      orientation={isStacked ? 'vertical' : 'horizontal'}
      className={(isStacked ? styles.stack : styles.group) ?? ''}
    >
      {options.map((option) => (
        <Radio key={option.value} value={option.value} className={styles.choice ?? ''}>
          {option.text}
        </Radio>
      ))}
    </RadioGroup>
  )
}

type CheckProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }

export function Check({ isOn, onChange, children }: CheckProps) {
  return (
    <Checkbox isSelected={isOn} onChange={onChange} className={styles.check ?? ''}>
      <span className={styles.box}>{isOn && <Icon path={checkIcon} />}</span>
      {children}
    </Checkbox>
  )
}
