import type { WorkItem } from '@kapao/contract/console/work'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { reading } from '#core/queries.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { MemberLink } from '#shared/member-link.tsx'
import shared from '#shared/shared.module.css'
import styles from './member.module.css'
import { Reasons } from './reasons.tsx'

type Props = { money: Pick<WorkItem, 'kind' | 'id'>; memberId: string; onDrop: () => void }

/** The member that the decision is for, with masked facts to compare with the payer's. */
export function ChosenMember({ money, memberId, onDrop }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const { data, error } = useQuery(reading('GET /api/console/members/one/{memberId}', { memberId }))
  return (
    <div className={styles.chosen} role="group" aria-label={text.work.chosenMember}>
      <div>
        <p>
          <MemberLink memberId={memberId} name={data?.name ?? memberId} />{' '}
          {data && !data.isActive && <Badge tone="minus">{text.members.inactive}</Badge>}
        </p>
        {data && (
          <p className={shared.dim}>
            {data.phone} · {data.bank} {data.account} · {memberId}
          </p>
        )}
        <Fit money={money} memberId={memberId} />
        {error && <FaultNote>{faultText(error)}</FaultNote>}
      </div>
      <Button onPress={onDrop}>{text.work.searchAgain}</Button>
    </div>
  )
}

/** The same facts as of those who are listed, and a warning where they speak against this member. */
function Fit({ money: { kind, id }, memberId }: Omit<Props, 'onDrop'>) {
  const text = useText()
  const { data } = useQuery({
    ...reading('GET /api/console/work/weigh/{kind}/{id}/{memberId}', { kind, id, memberId }),
    enabled: kind === 'deposit',
  })
  if (!data) return null
  return (
    <>
      <p>
        <strong>{text.work.fits(data.fit)}</strong> <Reasons reasons={data.reasons} />
      </p>
      {data.reasons.some(({ isFor }) => !isFor) && <FaultNote>{text.work.misfit}</FaultNote>}
    </>
  )
}
