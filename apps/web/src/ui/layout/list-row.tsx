import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import styles from './list-row.module.css'

type ListRowProps = { path: string; title: string; label?: string; onClick: () => void }

/** A list row that opens something. */
export function ListRow({ path, title, label, onClick }: ListRowProps) {
  return (
    <button type="button" className={styles.row} aria-label={label} onClick={onClick}>
      <span className={styles.tint}>
        <Icon path={path} />
      </span>
      <span className={styles.title}>{title}</span>
      <Icon path={nextIcon} />
    </button>
  )
}
