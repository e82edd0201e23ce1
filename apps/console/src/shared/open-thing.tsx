import type { Member } from '@kapao/contract/console/members'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Age } from '#ui/show/time.tsx'
import type { ConsoleText } from '#text/en/all.ts'
import { Code } from './facts/as-written.tsx'
import styles from './shared.module.css'
import { isWorkKind } from './work-kind.ts'

/** The state, or the reason for waiting. */
function stateOf(state: string, { members, work, codes }: ConsoleText): string | undefined {
  const known: Record<string, string> = { ...work.why, ...codes.values, ...members.openStates }
  return Object.hasOwn(known, state) ? known[state] : undefined
}

/** An open item of a member, with a link to where it is decided. */
export function OpenThing({ thing }: { thing: Member['open'][number] }) {
  const text = useText()
  const { members } = text
  const { kind, since, sum, state, work } = thing
  const name = members.opens[kind] ?? kind
  return (
    <div className={styles.pair}>
      <span>
        {work && isWorkKind(work.kind) ? (
          <Link
            to="/work/$list/$kind/$id"
            params={{ list: work.kind, kind: work.kind, id: work.id }}
          >
            {name}
          </Link>
        ) : (
          name
        )}{' '}
        <span className={styles.dim}>
          {stateOf(state, text) ?? <Code code={state} />} · <Age since={since} />
        </span>
      </span>
      {sum && <Amount sum={sum} />}
    </div>
  )
}
