import { slipPageSize, slipPagesAfter, slipPagesBefore } from '@kapao/contract/limits'
import { useState } from 'react'
import { useMemberText } from '#core/i18n.tsx'
import { useStatementText } from '../text/statement-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { listIcon } from '@kapao/ui/icons/more-icons.ts'
import { Pager } from '#ui/layout/pager.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useSlips } from './queries.ts'
import { SlipTable } from './slip-table.tsx'
import styles from './slips-sheet.module.css'

/** The outcomes of the slips that were uploaded. */
export function SlipsSheet({ onClose }: { onClose: () => void }) {
  const { slips: text } = useStatementText()
  const { pager } = useMemberText()
  const [page, setPage] = useState(1)
  const { data, isError, isFetching, refetch } = useSlips(page)
  const pages = data ? Math.ceil(data.total / slipPageSize) : 1
  return (
    <Sheet title={text.title} onClose={onClose}>
      <p className={styles.refresh}>
        <button type="button" aria-busy={isFetching} onClick={() => void refetch()}>
          {text.refresh}
        </button>
      </p>
      {data && data.slips.length > 0 && <SlipTable slips={data.slips} />}
      {data?.slips.length === 0 && <EmptyState path={listIcon}>{text.empty}</EmptyState>}
      {isError && <LoadFailed onAgain={() => void refetch()}>{text.failed}</LoadFailed>}
      {!data && !isError && (
        <div className={styles.loading} aria-busy="true">
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </div>
      )}
      <Pager
        page={page}
        pages={pages}
        before={slipPagesBefore}
        after={slipPagesAfter}
        words={pager}
        onPage={setPage}
      />
    </Sheet>
  )
}
