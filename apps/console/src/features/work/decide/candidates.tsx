import type { Candidate, WorkItem } from '@kapao/contract/console/work'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { Choice } from '#ui/form/choice.tsx'
import { Kbd } from '#ui/show/kbd.tsx'
import { MemberLink } from '#shared/member-link.tsx'
import looks from '../item/item.module.css'
import styles from './decide.module.css'
import { ChosenMember } from './member/chosen-member.tsx'
import { MemberSearch } from './member/member-search.tsx'
import { Reasons } from './member/reasons.tsx'

type Props = {
  /** The money whose owner is looked for. */
  item: Pick<WorkItem, 'kind' | 'id'>
  candidates: readonly Candidate[]
  value: string
  onChange: (memberId: string) => void
  error: string | null
}

/** Likely members, best match first, each with the facts for and against; any other member by search. */
export function Candidates({ item: { kind, id }, candidates, value, onChange, error }: Props) {
  const text = useText()
  const [isAgain, setAgain] = useState(false)
  const isListed = candidates.some(({ memberId }) => memberId === value)
  useHotkeys(
    Object.fromEntries(
      candidates.slice(0, 9).map(({ memberId }, at) => [String(at + 1), () => onChange(memberId)]),
    ),
  )
  return (
    <div className={styles.candidates}>
      <h3>{text.work.candidates}</h3>
      {candidates.length === 0 && <p className={styles.barred}>{text.work.noCandidates}</p>}
      {candidates.length > 0 && (
        <Choice
          label={text.work.candidates}
          isStacked
          value={isListed ? value : null}
          onChange={onChange}
          options={candidates.map((candidate, at) => ({
            value: candidate.memberId,
            text: <CandidateLine candidate={candidate} number={at + 1} />,
          }))}
        />
      )}
      {candidates
        .filter(({ memberId }) => memberId === value)
        .map(({ memberId, name }) => (
          <p key={memberId}>
            <MemberLink memberId={memberId} name={name} />
          </p>
        ))}
      {value !== '' && !isListed ? (
        <ChosenMember
          money={{ kind, id }}
          memberId={value}
          onDrop={() => {
            setAgain(true)
            onChange('')
          }}
        />
      ) : (
        <MemberSearch onChoose={onChange} error={error} takesFocus={isAgain} />
      )}
    </div>
  )
}

function CandidateLine({ candidate, number }: { candidate: Candidate; number: number }) {
  const text = useText()
  const { name, memberId, fit, reasons } = candidate
  return (
    <span className={looks.candidate}>
      <span>
        {number < 10 && <Kbd>{number}</Kbd>} {name} · {memberId}
      </span>
      <strong>{text.work.fits(fit)}</strong>
      <Reasons reasons={reasons} />
    </span>
  )
}
