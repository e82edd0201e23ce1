import { countedMax } from '@kapao/contract/console/limits'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { WorkKind } from '@kapao/contract/console/words'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { classes } from '#ui/classes.ts'
import { Age } from '#ui/show/time.tsx'
import styles from './shared.module.css'

type Count = ConsoleCallOutput<'GET /api/console/work/counts'>['kinds'][number]

/** Ages grow without any event, so the counts are loaded again each minute. */
const everyMs = 60_000

export function useCounts(): readonly Count[] {
  return (
    useQuery({ ...reading('GET /api/console/work/counts'), refetchInterval: everyMs }).data
      ?.kinds ?? []
  )
}

/** How many items wait and since when, amber or red where late; the label says it in full. */
export function CountOf({ kind }: { kind: WorkKind | 'all' }) {
  const text = useText()
  const all = useCounts().filter((one) => kind === 'all' || one.kind === kind)
  const count = sumOf(all, 'count')
  if (count === 0) return null
  const red = sumOf(all, 'red')
  const amber = sumOf(all, 'amber')
  const oldest = all.flatMap((one) => one.oldest ?? []).toSorted()[0]
  const shown = all.some((one) => one.count >= countedMax) ? `${countedMax - 1}+` : String(count)
  return (
    <span className={classes(styles.count, red > 0 ? styles.red : amber > 0 && styles.amber)}>
      <span className="visually-hidden">{text.desk.waiting(count)}, </span>
      <span aria-hidden="true">{shown}</span>
      {oldest && (
        <>
          {' · '}
          <span className="visually-hidden">{text.desk.oldest} </span>
          <Age since={oldest} />
        </>
      )}
      {red > 0 && <span className="visually-hidden">, {text.desk.late(red)}</span>}
    </span>
  )
}

function sumOf(counts: readonly Count[], name: 'count' | 'red' | 'amber'): number {
  return counts.reduce((sum, one) => sum + one[name], 0)
}

/** The browser's tab shows how much is late, for when it is in the background. */
export function useTitle(screen: string): void {
  const text = useText()
  const counts = useCounts()
  const late = sumOf(counts, 'red')
  useEffect(() => {
    document.title = `${late > 0 ? `(${late}) ` : ''}${screen} · ${text.desk.console}`
  }, [late, screen, text])
}
