import { useLanguage, useText } from '#core/i18n.tsx'
import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { FaultNote, WaitNote } from '#ui/feedback/notes.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { useWaitsText } from '#shared/waits.ts'
import { useSettingsText } from './text/settings-text.ts'
import type { Editing } from './use-edit.ts'

/** What saving would come to, before the click; nothing of it is stored. */
export function LookNote({ look }: { look: Editing['look'] }) {
  const { work } = useText()
  const { form } = useSettingsText()
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
      </WaitNote>
    )
  return (
    <>
      <p role="status">{said.state === 'same' ? form.same : form.atOnce}</p>
      <Alone alone={said.alone} />
    </>
  )
}

type LookAnswer = ConsoleCallOutput<'POST /api/console/settings/look'>

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
