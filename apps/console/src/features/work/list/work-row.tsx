import type { WorkRow as Row } from '@kapao/contract/console/work'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode } from 'react'
import { useText } from '#core/i18n.tsx'
import { useNow } from '#core/page/now.ts'
import { classes } from '#ui/classes.ts'
import { Amount } from '#ui/show/amount.tsx'
import { Age } from '#ui/show/time.tsx'
import { Quote } from '#shared/facts/as-written.tsx'
import { ActWords } from '#shared/facts/act-words.tsx'
import { RequestWords } from '#shared/facts/request-words.tsx'
import { wordOf } from '#shared/facts/word-of.ts'
import { namedMember } from '#shared/named-member.ts'
import { PlainLink } from '#shared/plain-link.tsx'
import { namesOf } from '#shared/waits.ts'
import { itemAddress } from '#shared/work-kind.ts'
import type { ConsoleText } from '#text/en/all.ts'
import beside from '#ui/beside/beside.module.css'
import styles from './work-list.module.css'
import type { ListName } from './use-still-rows.ts'

type Props = {
  row: Row
  list: ListName
  /** The operator who reads it. */
  reader: string | undefined
  isCurrent: boolean
  isGone: boolean
}

/** The kind, member, amount and age of an item. A step through the list redraws only two rows. */
export const WorkRow = memo(function WorkRow({ row, list, reader, isCurrent, isGone }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const { kind, id } = row
  const taken = row.takenBy !== null && row.takenBy !== reader
  const who = [
    list === 'all' ? text.work.one[kind] : null,
    namedMember(row.memberName, row.memberId),
    detailOf(row, text),
    row.waits && text.work.waitsShort(row.waits.askedBy, namesOf(row.waits.waitsFor, text.work.or)),
    isGone ? text.desk.gone : taken ? text.work.takenBy(row.takenBy ?? '') : null,
  ]
  return (
    <PlainLink
      href={itemAddress(list, row)}
      onGo={() => void navigate({ to: '/work/$list/$kind/$id', params: { list, kind, id } })}
      className={classes(beside.row, styles.row, isGone && styles.gone)}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <span className={styles.why}>{text.work.why[row.why.code]}</span>
      <span className={styles.sum}>{row.sum && <Amount sum={row.sum} />}</span>
      <span className={styles.who}>
        {who.filter(Boolean).map((one, at) => (
          <Fragment key={at}>
            {at > 0 && ' · '}
            {one}
          </Fragment>
        ))}
      </span>
      <span className={styles.age}>
        <Lateness row={row} />
      </span>
    </PlainLink>
  )
})

/** A text that a person wrote, or the purpose of a request; generated sentences are shown only in the item. */
function detailOf({ why: { detail } }: Row, text: ConsoleText): ReactNode {
  if (detail?.form === 'quote') return <Quote words={detail.text} />
  if (detail?.form === 'name') return detail.text
  if (detail?.form === 'count') return `${text.codes.facts.unread} ${detail.count}`
  if (detail?.form === 'request') return <RequestWords request={detail} />
  if (detail?.form === 'act') return <ActWords act={detail} />
  return detail?.form === 'word' ? wordOf(detail.of, detail.code, text) : null
}

/** Amber after the promised time, red after twice that time; the age itself conveys it without colour. */
export function Lateness({ row }: { row: Pick<Row, 'since' | 'amberAt' | 'redAt'> }) {
  const now = useNow()
  const look =
    now >= Date.parse(row.redAt)
      ? styles.red
      : now >= Date.parse(row.amberAt)
        ? styles.amber
        : styles.fresh
  return (
    <span className={look}>
      <Age since={row.since} />
    </span>
  )
}
