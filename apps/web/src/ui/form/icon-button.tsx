import { Icon } from '@kapao/ui/icons/icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = {
  label: string
  path: string
  onClick: () => void
  pressed?: boolean
}

export function IconButton({ label, path, onClick, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      <Icon path={path} />
    </button>
  )
}
