import type { TimelineRow as Row } from '@kapao/contract/console/members'
import { Link } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { Amount } from '#ui/show/amount.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { Time, WholeTime } from '#ui/show/time.tsx'
import { Code, Person, Quote, Word } from '#shared/facts/as-written.tsx'
import { MovementLink } from '#shared/movement-link.tsx'
import { isWorkKind } from '#shared/work-kind.ts'
import type { ConsoleText } from '#text/en/all.ts'
import { netOf, signOf, type Group } from './groups.ts'
import styles from './member.module.css'

export function TimelineRow({ row }: { row: Row }) {
  const text = useText()
  const { members } = text
  return (
    <div className={styles.row}>
      <WholeTime at={row.at} />
      <div>
        <p>
          <Happened what={row.what} />
          {row.by && (
            <>
              {' · '}
              <Person name={row.by} />
            </>
          )}{' '}
          {row.state && row.state !== 'SUCCESS' && (
            <Badge tone={/^(?:FAILED|CANCEL)/.test(row.state) ? 'minus' : 'wait'}>
              {stateOf(row.state, text) ?? <Code code={row.state} />}
            </Badge>
          )}
        </p>
        <p className={styles.detail}>
          <Detail detail={row.detail} /> {row.movement && <MovementLink id={row.movement} />}{' '}
          {row.work && isWorkKind(row.work.kind) && (
            <Link
              to="/work/$list/$kind/$id"
              params={{ list: row.work.kind, kind: row.work.kind, id: row.work.id }}
            >
              {text.work.one[row.work.kind]}
            </Link>
          )}
        </p>
      </div>
      <div className={styles.number}>
        {row.sum && <Amount sum={row.sum} sign={signOf(row)} />}
        {row.left && (
          <p className={styles.detail}>
            {members.left} <Amount sum={row.left} />
          </p>
        )}
      </div>
    </div>
  )
}

type GroupProps = { group: Group; isOpen: boolean; onToggle: () => void }

/** Transfers with one game that follow one another on a day: how many, and what they left the wallet with. */
export function GroupRow({ group: { rows, game }, isOpen, onToggle }: GroupProps) {
  const { members } = useText()
  const { sum, sign } = netOf(rows)
  return (
    <div className={styles.row}>
      <WholeTime at={rows[0].at} />
      <div>
        <button type="button" aria-expanded={isOpen} onClick={onToggle} className={styles.group}>
          {members.transfers(rows.length)}
        </button>
        <p className={styles.detail}>
          <Place place="wallet" /> ⇄ <Place place={game} /> · {members.since}{' '}
          <Time at={rows.at(-1)!.at} />
        </p>
      </div>
      <div className={styles.number}>
        {members.net} <Amount sum={sum} sign={sign} />
      </div>
    </div>
  )
}

/** Acts of operators have the names of the audit trail. */
function Happened({ what }: { what: string }) {
  const { members } = useText()
  const known = members.happened[what]
  if (known !== undefined) return <span>{known}</span>
  return <Word of="action" code={what.replace(/^desk\./, '')} />
}

/** The state of money, or why a login ended. */
function stateOf(state: string, { members, words }: ConsoleText): string | undefined {
  return members.states[state] ?? words.ends[state]
}

/** Where money came from and went to are codes, which have texts; the rest is shown as it was written. */
function Detail({ detail }: { detail: Row['detail'] }) {
  if (detail === null) return null
  switch (detail.form) {
    case 'quote':
      return <Quote words={detail.text} />
    case 'text':
      return <Code code={detail.text} />
    case 'places':
      return (
        <span>
          <Place place={detail.from} /> → <Place place={detail.to} />
        </span>
      )
  }
}

/** A bank, a game, or one of the places of our own. */
export function Place({ place }: { place: string }) {
  const { members } = useText()
  const known = members.places[place]
  return known === undefined ? <Word of="place" code={place} /> : <span>{known}</span>
}
