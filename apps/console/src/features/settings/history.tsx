import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { Actor } from '#shared/facts/as-written.tsx'
import { LongValue, Why } from '#shared/facts/long-value.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { isSame } from '#ui/fields/values.ts'
import type { SettingRow } from './rows.ts'
import beside from '#ui/beside/beside.module.css'
import shared from '#shared/shared.module.css'
import { useSettingsText } from './text/settings-text.ts'

const name = 'GET /api/console/settings/history/{name}'
type Act = ConsoleCallOutput<typeof name>['acts'][number]

/** `null` where nothing may be set back. */
type Props = { row: SettingRow; onSetBack: ((value: unknown) => void) | null }
type HistoryProps = Props & { label: string }

/** What it was before, and who asked for what; loaded when it is opened. */
export function History({ label, ...props }: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={label}>
      <Button onPress={() => setOpen(!isOpen)} isChosen={isOpen}>
        {label}
      </Button>
      {isOpen && <Acts {...props} />}
    </section>
  )
}

function Acts({ row, onSetBack }: Props) {
  const { desk } = useText()
  const { form } = useSettingsText()
  const query = useInfiniteQuery({
    queryKey: [name, row.name],
    queryFn: ({ pageParam }) =>
      call(name, { name: row.name, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  if (query.error && !query.data) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!query.data) return <Loading rows={3} />
  const acts = query.data.pages.flatMap((page) => page.acts)
  if (acts.length === 0) return <p className={shared.dim}>{form.neverChanged}</p>
  return (
    <>
      <ol className={beside.acts}>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} row={row} onSetBack={onSetBack} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {desk.more}
        </Button>
      )}
    </>
  )
}

function ActRow({ act, row, onSetBack }: Props & { act: Act }) {
  const { form, plan } = useSettingsText()
  const isChange = act.act === 'set' || act.act === 'default'
  const isWish = act.act === 'asked' || act.act === 'planned'
  const isThere = isSame(act.before, row.value)
  return (
    <li>
      <p>
        <WholeTime at={act.at} /> · <Actor actor={act.by} /> · {form.acts[act.act]}{' '}
        {act.plan !== null && plan.number(act.plan)} <Why why={act.why} />
      </p>
      {act.from !== null && (
        <p className={shared.dim}>
          <WholeTime at={act.from} /> –{' '}
          {act.until === null ? plan.stays : <WholeTime at={act.until} />}
        </p>
      )}
      {isChange && <LongValue name={form.before} value={act.before} />}
      {(isChange || isWish) && <LongValue name={form.after} value={act.after} />}
      {isChange && onSetBack && !isThere && (
        <Button look="quiet" onPress={() => onSetBack(act.before)}>
          {form.setBack}
        </Button>
      )}
    </li>
  )
}
