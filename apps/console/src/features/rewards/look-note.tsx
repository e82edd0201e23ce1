import { useText } from '#core/i18n.tsx'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { useRewardsText } from './text/rewards-text.ts'
import type { RewardLook } from './use-definition.ts'

type Props = {
  look: { data?: RewardLook | undefined; error: unknown }
  /** What it says when one person is enough. */
  atOnce: string
}

/** What saving or switching would come to, before the click; nothing of it is stored. */
export function LookNote({ look: { data: said, error }, atOnce }: Props) {
  const { work } = useText()
  const text = useRewardsText()
  const waitsText = useWaitsText()
  const faultText = useFaultText()
  if (error) return <FaultNote>{faultText(error)}</FaultNote>
  if (!said) return <p role="status">{text.looking}</p>
  if (said.state === 'refused') {
    const { problems, why } = said
    const words = why === null ? text.refused : work.refused[why]
    return <FaultNote>{problems.length > 0 ? text.problems(problems.length) : words}</FaultNote>
  }
  const notes = (
    <>
      {said.warnings.map((one) => (
        <p key={one}>{text.warnings[one]}</p>
      ))}
      {said.alone.map(({ given, max }) => (
        <p key={given.currency}>
          {text.alone} <Amount sum={given} /> / <Amount sum={max} />
        </p>
      ))}
    </>
  )
  if (said.state === 'waits')
    return (
      <WaitNote>
        <p role="status">{waitsText(said, work.waitsFor)}</p>
        {notes}
      </WaitNote>
    )
  return (
    <>
      <p role="status">{said.state === 'same' ? text.same : atOnce}</p>
      {notes}
    </>
  )
}
