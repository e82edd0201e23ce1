import type { WorkRow } from '@kapao/contract/console/work'
import { useText } from '#core/i18n.tsx'
import { Code, Quote, Word } from './as-written.tsx'

export type ActDetail = Extract<WorkRow['why']['detail'], { form: 'act' }>

/** What one operator did alone: the act, to what that has a name, by whom, and what they wrote. */
export function ActWords({ act: { action, subject, by, why } }: { act: ActDetail }) {
  const { work } = useText()
  return (
    <>
      <Word of="action" code={action} />
      {subject !== null && (
        <>
          {' · '}
          {action.startsWith('settings.') ? (
            <Word of="setting" code={subject} />
          ) : (
            <Code code={subject} />
          )}
        </>
      )}
      {` · ${work.doneBy(by)}`}
      {why && (
        <>
          {' · '}
          <Quote words={why} />
        </>
      )}
    </>
  )
}
