import { useLanguage, useText } from '#core/i18n.tsx'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** What saving would come to, before the click; nothing of it is stored. */
export function LookNote({ look, isPlanned }: { look: Editing['look']; isPlanned: boolean }) {
  const { work } = useText()
  const { form, plan } = useSettingsText()
  const language = useLanguage()
  const waitsText = useWaitsText()
  const faultText = useFaultText()
  if (look?.error) return <FaultNote>{faultText(look.error)}</FaultNote>
  const said = look?.data
  if (!said) return <p role="status">{form.looking}</p>
  if (said.state === 'refused') {
    const { problems, why, sentence } = said
    const plain = language === 'en' && sentence !== null ? sentence : form.refused
    const words = why === null ? plain : work.refused[why]
    return <FaultNote>{problems.length > 0 ? form.problems(problems.length) : words}</FaultNote>
  }
  if (said.state === 'waits')
    return (
      <WaitNote>
        <p role="status">{waitsText(said, work.waitsFor)}</p>
        <Alone alone={said.alone} />
        <Warnings warnings={said.warnings} />
      </WaitNote>
    )
  return (
    <>
      <p role="status">
        {said.state === 'same' ? form.same : isPlanned ? plan.willBegin : form.atOnce}
      </p>
      <Alone alone={said.alone} />
      <Warnings warnings={said.warnings} />
    </>
  )
}

type LookAnswer = ConsoleCallOutput<'POST /api/console/settings/look'>

/** What is accepted, and looks like a slip: once for each column. */
function Warnings({ warnings }: Pick<LookAnswer, 'warnings'>) {
  const { form } = useSettingsText()
  return [...new Set(warnings.map(({ reason }) => reason))].map((reason) => (
    <WaitNote key={reason}>{form[reason]}</WaitNote>
  ))
}

/** How much of a day's limit is spent, where the setting is that limit. */
function Alone({ alone }: Pick<LookAnswer, 'alone'>) {
  const { form } = useSettingsText()
  if (alone === null) return null
  return (
    <p>
      {form.alone} <Amount sum={alone.given} /> / <Amount sum={alone.max} />
    </p>
  )
}
