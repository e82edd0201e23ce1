import { refundPageSize } from '@kapao/contract/limits'
import { useState } from 'react'
import { formatDateTime } from '#core/format.ts'
import { useMoney } from '#shared/bonus/figures.tsx'
import styles from '#shared/earned/earned-table.module.css'
import { PagedList } from '#shared/earned/paged-list.tsx'
import { useRefundText } from './text/refund-text.ts'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { refreshIcon } from '@kapao/ui/icons/more-icons.ts'
import { useHistory } from './queries.ts'

/** The refunds received so far. */
export function History({ currency }: { currency: Wallet['currency'] }) {
  const { list: text } = useRefundText()
  const money = useMoney(currency)
  const [page, setPage] = useState(1)
  const { data, isError } = useHistory(page)
  return (
    <PagedList
      words={text}
      icon={refreshIcon}
      page={page}
      pageSize={refundPageSize}
      found={data && { total: data.total, count: data.refunds.length }}
      isError={isError}
      onPage={setPage}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.when}</th>
            <th scope="col" className={styles.amount}>
              {text.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.refunds.map(({ refundAmount, createdAt }, index) => (
            <tr key={`${createdAt} ${index}`}>
              <td className={styles.when}>{formatDateTime(Date.parse(createdAt))}</td>
              <td className={styles.amount}>{money(refundAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PagedList>
  )
}
