import type { ReactNode } from 'react'
import { Link } from '#shared/link.tsx'
import type { AppPath } from '#shared/paths.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import styles from './bottom-menu.module.css'

export function BottomMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.menu} aria-label={label}>
      <ul className={styles.entries}>{children}</ul>
    </nav>
  )
}

type EntryProps = { path: string; label: string; raised?: boolean }

export function MenuLink({
  to,
  path,
  label,
  raised = false,
  onIntent,
}: EntryProps & { to: AppPath; onIntent?: (() => void) | undefined }) {
  return (
    <li className={styles.entry}>
      <Link to={to} className={raised ? styles.raised : styles.link} onIntent={onIntent}>
        <MenuFace path={path} label={label} />
      </Link>
    </li>
  )
}

export function MenuButton({ path, label, onClick }: EntryProps & { onClick: () => void }) {
  return (
    <li className={styles.entry}>
      <button type="button" className={styles.link} aria-haspopup="dialog" onClick={onClick}>
        <MenuFace path={path} label={label} />
      </button>
    </li>
  )
}

function MenuFace({ path, label }: EntryProps) {
  return (
    <>
      <span className={styles.icon}>
        <Icon path={path} />
      </span>
      <span className={styles.label}>{label}</span>
    </>
  )
}
