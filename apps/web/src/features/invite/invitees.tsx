import { invitePageSize } from '@kapao/contract/limits'
import { useState } from 'react'
import { call } from '#core/api.ts'
import { formatDateTime } from '#core/format.ts'
import { useQuery } from '#core/queries/use-query.tsx'
import { useMoney } from '#shared/bonus/figures.tsx'
import styles from '#shared/earned/earned-table.module.css'
import { useInviteText } from './text/invite-text.ts'
import { PagedList } from '#shared/earned/paged-list.tsx'
import type { Wallet } from '#shared/wallet/wallet.ts'
import { friendsIcon } from '@kapao/ui/icons/more-icons.ts'

const dayLength = 'DD/MM/YYYY'.length

/** The members who came by the link, and what they have brought. */
export function Invitees({ currency }: { currency: Wallet['currency'] }) {
  const { list: text } = useInviteText()
  const money = useMoney(currency)
  const [page, setPage] = useState(1)
  const { data, isError } = useQuery({
    queryKey: ['invite', 'list', page],
    queryFn: () => call('POST /api/invite', { page, limit: invitePageSize }),
    isScreen: true,
  })
  return (
    <PagedList
      words={text}
      icon={friendsIcon}
      page={page}
      pageSize={invitePageSize}
      found={data && { total: data.total, count: data.invites.length }}
      isError={isError}
      onPage={setPage}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text.name}</th>
            <th scope="col">{text.when}</th>
            <th scope="col" className={styles.amount}>
              {text.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.invites.map(({ from, amount, createdAt }, index) => (
            <tr key={`${createdAt} ${index}`}>
              <td>{from.name}</td>
              <td className={styles.when}>
                {formatDateTime(Date.parse(createdAt)).slice(0, dayLength)}
              </td>
              <td className={styles.amount}>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PagedList>
  )
}
