import { searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { Place } from '../one/timeline-row.tsx'
import styles from '../members.module.css'
import { MemberLink } from './member-link.tsx'

/** What stands at the end of a receipt's picture, as it was typed; null if these words are something else. */
export function receiptCodeIn(words: string): string | null {
  const groups = words.toUpperCase().split(/[\s-]+/)
  const isCode = groups.length === 5 && groups.every((one) => /^[0-9A-F]{4}$/.test(one))
  return isCode ? groups.join('-') : null
}

/** Whose receipt it is and what it must say, to be compared with the picture. */
export function ReceiptFound({ code }: { code: string }) {
  const { members } = useText()
  const text = members.receipt
  const { data, error, refetch } = useQuery(
    reading('GET /api/console/members/receipt/{code}', { code }),
  )
  if (error) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading />
  const { receipt } = data
  if (!receipt) return <Empty title={text.none} icon={searchIcon} />
  const { member, statementType, status, sum, from, to, createdAt, corrected } = receipt
  return (
    <section className={styles.receipt} aria-label={text.title}>
      <h2>{text.title}</h2>
      {corrected && (
        <FaultNote>
          {text.corrected} <WholeTime at={corrected} />
        </FaultNote>
      )}
      {!receipt.isAsShown && <FaultNote>{text.changed}</FaultNote>}
      <p className={styles.sum}>
        {members.happened[`statement.${statementType}`]} <Amount sum={sum} /> ·{' '}
        {members.states[status]}
      </p>
      <p>
        <Place place={from} /> → <Place place={to} /> · <WholeTime at={createdAt} />
      </p>
      <p>{text.compare}</p>
      <MemberLink row={member} />
    </section>
  )
}
