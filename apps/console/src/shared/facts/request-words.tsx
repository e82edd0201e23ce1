import type { RequestChange, WorkRow } from '@kapao/contract/console/work'
import type { Currency } from '@kapao/contract/money'
import { Fragment } from 'react'
import { useText } from '#core/i18n.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Code, Word } from './as-written.tsx'
import { JsonValue } from './data-value.tsx'
import { keyIn, PathName } from './path-name.tsx'

export type RequestDetail = Extract<WorkRow['why']['detail'], { form: 'request' }>

/** So many are shown; one more that was kept says that there are others. */
const shownMax = 4

/** What a request for a second approval is about: the command, its subject, the first of what changes, and who asked. */
export function RequestWords({ request }: { request: RequestDetail }) {
  const text = useText()
  const { command, subject, changes, askedBy } = request
  return (
    <>
      <Word of="command" code={command} />
      <Subject command={command} subject={subject} />
      {changes.slice(0, shownMax).map((change, at) => (
        <Fragment key={at}>
          {at === 0 ? ': ' : ', '}
          <Changed change={change} unit={unitOf(request, change)} />
        </Fragment>
      ))}
      {changes.length > shownMax && `, ${text.work.more}`}
      {` · ${text.work.askedBy(askedBy)}`}
    </>
  )
}

/** A setting has a name in words, a reward its code, an operator a name; money is shown beside it. */
function Subject({ command, subject }: { command: string; subject: string }) {
  if (command === 'settings set') return <Settings names={subject.split(' ')} />
  const [, code] = /^(?:bonus|promotion|wheel):(.+)$/.exec(subject) ?? []
  const name = command.startsWith('operator') ? subject : code
  if (name === undefined) return null
  return (
    <>
      {' · '}
      <Code code={name} />
    </>
  )
}

const settingsMax = 3

/** Those that are changed together, or the first of them. */
function Settings({ names }: { names: readonly string[] }) {
  const text = useText()
  return (
    <>
      {names.slice(0, settingsMax).map((name, at) => (
        <Fragment key={name}>
          {at === 0 ? ' · ' : ', '}
          <Word of="setting" code={name} />
        </Fragment>
      ))}
      {names.length > settingsMax && `, ${text.work.more}`}
    </>
  )
}

const currencies: readonly Currency[] = ['BAHT', 'LAK']

/** The currency that the last word of a setting or of a part is, which its amounts are in. */
function unitOf(
  { command, subject }: RequestDetail,
  { path }: RequestChange,
): Currency | undefined {
  const called = keyIn(path) ?? (command === 'settings set' ? subject : '')
  return currencies.find((one) => one === called.split('.').at(-1))
}

const amountForm = /^"(\d{1,12}(?:\.\d{1,2})?)"$/

type ChangedProps = { change: RequestChange; unit: Currency | undefined }

function Changed({ change: { path, before, after }, unit }: ChangedProps) {
  const text = useText()
  const sideOf = (json: string | null) => {
    if (json === null) return text.desk.nothing
    const [, amount] = amountForm.exec(json) ?? []
    if (unit && amount) return <Amount sum={{ amount, currency: unit }} />
    return <JsonValue json={json} name={keyIn(path)} />
  }
  return (
    <>
      <PathName path={path} /> {sideOf(before)} → {sideOf(after)}
    </>
  )
}
