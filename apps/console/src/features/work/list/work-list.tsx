import { useText } from '#core/i18n.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useMe } from '#shared/me.ts'
import { rowKey, type ListName, type StillRows } from './use-still-rows.ts'
import beside from '#ui/beside/beside.module.css'
import styles from './work-list.module.css'
import { KindLinks } from './kind-links.tsx'
import { WorkRow } from './work-row.tsx'

const rowHeight = 58

const keyOfStill = ({ row }: StillRows['rows'][number]): string => rowKey(row)

type Props = { list: ListName; still: StillRows; current: string | null }

export function WorkList({ list, still, current }: Props) {
  const text = useText()
  const title = list === 'all' ? text.desk.screens.work : text.work.kinds[list]
  return (
    <section className={beside.list} aria-label={title}>
      <div className={styles.head}>
        <h1>{title}</h1>
      </div>
      <KindLinks list={list} />
      {(still.arrived > 0 || still.gone > 0) && (
        <div className={styles.new} role="status">
          <Button look="quiet" onPress={still.renew}>
            {still.arrived > 0 ? text.desk.newRows(still.arrived) : text.desk.gone}
          </Button>
        </div>
      )}
      <Rows list={list} still={still} current={current} title={title} />
    </section>
  )
}

function Rows({ list, still, current, title }: Props & { title: string }) {
  const text = useText()
  const reader = useMe()?.name
  if (still.isLoading && !still.error) return <Loading />
  if (still.error && still.rows.length === 0)
    return <ReadFault error={still.error} onRetry={still.retry} />
  if (still.rows.length === 0)
    return <Empty title={list === 'all' ? text.work.emptyAll : text.work.empty[list]} />
  return (
    <RowList
      label={title}
      rows={still.rows}
      keyOf={keyOfStill}
      height={rowHeight}
      current={current}
      onMore={still.onMore}
      renderRow={({ row, isGone }) => (
        <WorkRow
          row={row}
          list={list}
          reader={reader}
          isGone={isGone}
          isCurrent={rowKey(row) === current}
        />
      )}
    />
  )
}
