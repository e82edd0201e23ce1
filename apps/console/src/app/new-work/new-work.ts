import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { wantsNotice } from '#core/page/notices.ts'
import { useCounts } from '#shared/counts.tsx'

/**
 * Notifies an operator whose page is behind another window that something new waits, by a sound or a notice of the
 * browser, as they have chosen. It names the kind alone; sums and names are for the page.
 */
export function useNewWork(): void {
  const { desk, work } = useText()
  const counts = useCounts()
  const known = useRef<Record<string, string>>(null)
  useEffect(() => {
    if (counts.length === 0) return
    const before = known.current
    known.current = Object.fromEntries(counts.map(({ kind, newest }) => [kind, newest ?? '']))
    const fresh = counts.filter(({ kind, newest }) => newest && newest > (before?.[kind] ?? ''))
    const [bySound, byNotice] = [wantsNotice('sound'), wantsNotice('notice')]
    if (!before || fresh.length === 0 || document.hasFocus() || !(bySound || byNotice)) return
    const lists = fresh.map(({ kind }) => work.kinds[kind]).join(', ')
    void import('./attention.ts').then(({ playSound, showNotice }) => {
      if (bySound) playSound()
      if (byNotice) showNotice(desk.newWork(lists))
    })
  }, [counts, desk, work])
}
