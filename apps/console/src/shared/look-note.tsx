import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { Sum } from '@kapao/contract/console/fields'
import type { ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { useFieldsText } from '#ui/fields/text/fields-text.ts'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { useFaultText } from './faults/fault-text.ts'
import { useWaitsText } from './waits.ts'

type LookAnswer = Pick<
  ConsoleCallOutput<'POST /api/console/rewards/look'>,
  'state' | 'problems' | 'why' | 'waitsFor' | 'soonest'
>

type Props = {
  look: { data?: LookAnswer | undefined; error: unknown } | null
  /** What it says when one person is enough. */
  atOnce: ReactNode
  /** What it says of a refusal that has no reason in words. */
  refused?: string
  /** How much of a day's limit is spent. */
  alone: readonly { given: Sum; max: Sum }[]
  /** What is accepted, and ought to be read before. */
  warnings: ReactNode
}

/** What saving or switching would come to, before the click; nothing of it is stored. */
export function LookNote({ look, atOnce, refused, alone, warnings }: Props) {
  const { work } = useText()
  const { saving } = useFieldsText()
  const waitsText = useWaitsText()
  const faultText = useFaultText()
  if (look?.error) return <FaultNote>{faultText(look.error)}</FaultNote>
  const said = look?.data
  if (!said) return <p role="status">{saving.looking}</p>
  if (said.state === 'refused') {
    const { problems, why } = said
    const words = why === null ? (refused ?? saving.refused) : work.refused[why]
    return <FaultNote>{problems.length > 0 ? saving.problems(problems.length) : words}</FaultNote>
  }
  const notes = (
    <>
      {alone.map(({ given, max }) => (
        <p key={given.currency}>
          {saving.alone} <Amount sum={given} /> / <Amount sum={max} />
        </p>
      ))}
      {warnings}
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
      <p role="status">{said.state === 'same' ? saving.same : atOnce}</p>
      {notes}
    </>
  )
}
