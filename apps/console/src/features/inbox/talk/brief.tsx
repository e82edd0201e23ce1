import type { Member } from '@kapao/contract/console/members'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { FactList } from '#shared/facts/fact-list.tsx'
import { Word } from '#shared/facts/as-written.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { MemberLink } from '#shared/member-link.tsx'
import { OpenThing } from '#shared/open-thing.tsx'
import shared from '#shared/shared.module.css'
import styles from './talk.module.css'

export function Brief({ memberId }: { memberId: string }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/console/members/one/{memberId}', { memberId }),
  )
  if (error) return <ReadFault error={error} onRetry={refetch} />
  return data ? <Facts member={data} /> : <Loading rows={3} />
}

function Facts({ member }: { member: Member }) {
  const text = useText()
  const { members } = text
  return (
    <>
      <p>
        <MemberLink memberId={member.memberId} name={member.name} />
      </p>
      <p className={shared.dim}>
        {member.phone} · {member.bank} {member.account}
      </p>
      <div>
        {member.balances?.map(({ place, sum }) => (
          <p key={place} className={styles.pair}>
            <span>{members.places[place] ?? <Word of="place" code={place} />}</span>
            <Amount sum={sum} />
          </p>
        ))}
      </div>
      {member.bonus.length > 0 && <FactList facts={member.bonus} />}
      <div>
        <p>{members.open}</p>
        {member.open.length === 0 && <p className={shared.dim}>{members.noOpen}</p>}
        {member.open.map((thing) => (
          <OpenThing key={thing.id} thing={thing} />
        ))}
      </div>
    </>
  )
}
