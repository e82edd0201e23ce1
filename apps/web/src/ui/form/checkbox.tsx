import styles from './checkbox.module.css'

type CheckboxProps = { label: string; checked: boolean; onChange: (checked: boolean) => void }

export function Checkbox({ label, checked, onChange }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        className={styles.box}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
