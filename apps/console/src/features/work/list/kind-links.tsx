import { useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { CountOf, useCounts } from '#shared/counts.tsx'
import { PlainLink } from '#shared/plain-link.tsx'
import { workAddress } from '#shared/work-kind.ts'
import type { ListName } from './use-still-rows.ts'
import styles from './kind-links.module.css'

/** The kinds, each with its count, for phones, where the rail has no room for them. */
export const KindLinks = memo(function KindLinks({ list }: { list: ListName }) {
  const text = useText()
  const navigate = useNavigate()
  const here = useRef<HTMLAnchorElement>(null)
  const kinds = useCounts().filter(({ kind }) => kind !== 'talk')
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [list, kinds.length])
  const link = (to: ListName, name: ReactNode) => (
    <PlainLink
      key={to}
      ref={to === list ? here : null}
      href={workAddress(to)}
      onGo={() => void navigate({ to: workAddress(to) })}
      className={styles.kind ?? ''}
      {...(to === list ? { 'aria-current': 'page' as const } : {})}
    >
      {name} <CountOf kind={to} />
    </PlainLink>
  )
  return (
    <nav className={styles.kinds} aria-label={text.work.lists}>
      {link('all', text.desk.all)}
      {kinds.map(({ kind }) => link(kind, text.work.kinds[kind]))}
    </nav>
  )
})
