import type { MemberRow } from '@kapao/contract/console/members'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Field } from '#ui/form/field.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { foundBy } from '#shared/found-by.ts'
import shared from '#shared/shared.module.css'
import styles from './member.module.css'

type Props = {
  onChoose: (memberId: string) => void
  error: string | null
  /** Who searches again by the keyboard goes on typing. */
  takesFocus: boolean
}

const shortest = 2
const shownMax = 8

/** Finds the member who owns the money, by keyboard alone; each row shows enough to distinguish two members. */
export function MemberSearch({ onChoose, error, takesFocus }: Props) {
  const text = useText()
  const faultText = useFaultText()
  const [words, setWords] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const found = useFound(useDeferredValue(words.trim()))
  const choose = (memberId: string): void => {
    const form = place.current?.closest('form')
    onChoose(memberId)
    // Focus moves to the next field, unless the operator has already focused another one.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        form?.querySelector<HTMLElement>(nextPlaces)?.focus()
    })
  }
  return (
    <div ref={place} data-member-search="" className={styles.search}>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <Field
          type="search"
          label={text.work.otherMember}
          hint={text.work.memberHint}
          value={words}
          onChange={setWords}
          error={error}
          maxLength={100}
          takesFocus={takesFocus}
        />
        {found.error !== null && <FaultNote>{faultText(found.error)}</FaultNote>}
        {found.members.length > 0 && (
          <ListBox
            aria-label={text.work.otherMember}
            className={styles.list ?? ''}
            onAction={(key) => choose(String(key))}
          >
            {found.members.map((row) => (
              <FoundMember key={row.memberId} row={row} />
            ))}
          </ListBox>
        )}
        {found.members.length === 0 && words.trim().length >= shortest && found.isDone && (
          <p className={shared.dim} role="status">
            {text.members.none}
          </p>
        )}
      </Autocomplete>
    </div>
  )
}

const nextPlaces =
  'textarea, input:not([type="radio"]):not([type="search"]), select, button[type="submit"]'

function useFound(words: string) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['POST /api/console/members/search', words],
    // While the operator types nothing is requested.
    queryFn: async ({ signal }) => {
      await new Promise((next) => setTimeout(next, 150))
      signal.throwIfAborted()
      return call('POST /api/console/members/search', { words })
    },
    enabled: words.length >= shortest,
  })
  // A member found by several attributes is listed once.
  const once = new Map((data?.members ?? []).map((row) => [row.memberId, row]))
  return {
    members: [...once.values()].slice(0, shownMax),
    error,
    isDone: data !== undefined && !isFetching,
  }
}

function FoundMember({ row }: { row: MemberRow }) {
  const text = useText()
  const { memberId, name, phone, currency, isActive } = row
  return (
    <ListBoxItem id={memberId} textValue={`${name} ${phone}`} className={styles.option ?? ''}>
      <span>
        {name} · {phone} {!isActive && <Badge tone="minus">{text.members.inactive}</Badge>}
      </span>
      <span className={shared.dim}>
        {[memberId, text.desk.currency[currency], foundBy(row, text)].filter(Boolean).join(' · ')}
      </span>
    </ListBoxItem>
  )
}
