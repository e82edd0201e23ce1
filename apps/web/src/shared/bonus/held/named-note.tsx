import { Link } from '#shared/link.tsx'
import type { AppPath } from '#shared/paths.ts'
import { Icon } from '@kapao/ui/icons/icon.tsx'
import { nextIcon } from '@kapao/ui/icons/more-icons.ts'
import { LockNote, type LockNoteProps } from '#ui/figures/lock-note.tsx'
import { BonusName } from './bonus-name.tsx'

export type NamedNoteProps = Omit<LockNoteProps, 'title' | 'action'> & {
  title: string
  /** The bonus whose name follows. */
  code?: string | undefined
  link?: { to: AppPath; words: string }
}

/** Says what is locked, by which bonus, and leads there. */
export function NamedNote({ title, code, link, ...note }: NamedNoteProps) {
  return (
    <LockNote
      {...note}
      title={
        <>
          {title} {code !== undefined && <BonusName code={code} />}
        </>
      }
      action={
        link && (
          <Link to={link.to}>
            {link.words}
            <Icon path={nextIcon} />
          </Link>
        )
      }
    />
  )
}
