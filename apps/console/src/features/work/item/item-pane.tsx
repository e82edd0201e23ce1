import type { WorkKind } from '@kapao/contract/console/words'
import type { WorkItem } from '@kapao/contract/console/work'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Button } from '#ui/form/button.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { WholeTime } from '#ui/show/time.tsx'
import { FactValue } from '#shared/facts/fact-value.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useMe } from '#shared/me.ts'
import { MemberLink } from '#shared/member-link.tsx'
import { WaitsNote } from '#shared/waits-note.tsx'
import type { NextItem } from '../next-item.ts'
import { DecisionPart } from '../decide/decision-part.tsx'
import { Lateness } from '../list/work-row.tsx'
import { DecidedNote } from './decided-note.tsx'
import { Evidence } from './evidence.tsx'
import styles from './item.module.css'
import { PayerInFull } from './payer-in-full.tsx'
import { useTaking } from './use-taking.ts'

type Props = {
  kind: WorkKind
  id: string
  onNext: (next: NextItem) => void
  onBack: () => void
}

export function ItemPane({ kind, id, onNext, onBack }: Props) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/console/work/item/{kind}/{id}', { kind, id }),
  )
  const text = useText()
  const mayDecide = data?.decisions.some(({ barred }) => barred === null) ?? false
  useTaking(kind, id, mayDecide && data?.decided === null)
  if (error && !data) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <article className={styles.item} data-item={`${kind}/${id}`} data-open="">
      <Head item={data} onBack={onBack} />
      {data.decided && <DecidedNote decided={data.decided} />}
      {data.decided === null && data.waits && <WaitsNote waits={data.waits} />}
      <Evidence panels={data.panels} isCompared={kind === 'differing'} isDone={kind === 'review'} />
      <PayerInFull key={`${kind}/${id}`} item={data} />
      {kind === 'review' && data.decided === null && (
        <p className={styles.about}>{text.work.notInOrder}</p>
      )}
      {/* What was paid can come back, and what was credited can be taken back. */}
      <DecisionPart item={data} onNext={onNext} />
    </article>
  )
}

function Head({ item, onBack }: { item: WorkItem; onBack: () => void }) {
  const text = useText()
  const me = useMe()
  return (
    <header className={styles.head}>
      <div className={styles.back}>
        <Button look="quiet" onPress={onBack}>
          {text.desk.back}
        </Button>
      </div>
      <h2 tabIndex={-1}>
        {item.decided ? text.work.one[item.kind] : text.work.why[item.why.code]}
      </h2>
      <p className={styles.sum}>{item.sum && <Amount sum={item.sum} />}</p>
      <div className={styles.about}>
        <Badge>{text.work.one[item.kind]}</Badge>
        {item.memberId && <MemberLink memberId={item.memberId} name={item.memberName ?? ''} />}
        <span>
          {text.work.since} <WholeTime at={item.since} />
          {item.decided === null && (
            <>
              {' '}
              (<Lateness row={item} />)
            </>
          )}
        </span>
        {item.why.detail && item.why.detail.form !== 'count' && (
          <span>
            <FactValue value={item.why.detail} />
          </span>
        )}
        {item.takenBy && (
          <Badge tone={item.takenBy === me?.name ? 'plain' : 'wait'}>
            {item.takenBy === me?.name ? text.work.takenByMe : text.work.takenBy(item.takenBy)}
          </Badge>
        )}
        {item.kind === 'talk' && (
          <Link to="/chat/$box/$talk" params={{ box: 'all', talk: item.id }}>
            {text.work.openTalk}
          </Link>
        )}
      </div>
    </header>
  )
}
