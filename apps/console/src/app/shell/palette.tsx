import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { formatSum } from '#core/format.ts'
import { useSettled } from '#core/page/settled.ts'
import { reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Field } from '#ui/form/field.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'
import { foundBy } from '#shared/found-by.ts'
import { useRight } from '#shared/me.ts'
import { namedMember } from '#shared/named-member.ts'
import shared from '#shared/shared.module.css'
import styles from './help.module.css'
import { usePlaces, type Destination } from './places.ts'

/** So long after the last key is searched: each letter alone would be more searches than one operator has at a time. */
const settledMs = 150

/** Finds members, items and screens by what is typed. */
export function Palette({ onClose }: { onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const [words, setWords] = useState('')
  const faultText = useFaultText()
  const asked = useSettled(words.trim(), settledMs)
  const hasPlaces = usePainted()
  const places = usePlaces()
  const screens = hasPlaces ? places.filter((place) => fits(place, words.trim())) : []
  const members = useFoundMembers(asked)
  const items = useFoundItems(asked)
  const go = (address: string): void => {
    onClose()
    void navigate({ to: address })
  }
  const groups = [
    { title: text.desk.palette.screens, places: screens },
    { title: text.desk.palette.items, places: items.places },
    { title: text.desk.palette.members, places: members.places },
  ].filter((group) => group.places.length > 0)
  const error = members.error ?? items.error
  const isDone = hasPlaces && asked === words.trim() && !members.isFetching && !items.isFetching
  return (
    <Dialog title={text.desk.palette.open} onClose={onClose} isWide>
      <Autocomplete inputValue={words} onInputChange={setWords}>
        <Field
          label={text.desk.palette.label}
          hint={text.desk.palette.hint}
          value={words}
          onChange={setWords}
          type="search"
          takesFocus
        />
        {groups.length > 0 && (
          <ListBox
            aria-label={text.desk.palette.label}
            className={styles.list ?? ''}
            onAction={(key) => go(String(key))}
          >
            {groups.map((group) => (
              <ListBoxSection key={group.title}>
                <Header className={shared.dim ?? ''}>{group.title}</Header>
                {group.places.map((place) => (
                  <Option key={place.address} place={place} />
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        )}
        {error && <FaultNote>{faultText(error)}</FaultNote>}
        {groups.length === 0 && isDone && !error && (
          <p className={shared.dim} role="status">
            {text.desk.palette.none}
          </p>
        )}
      </Autocomplete>
    </Dialog>
  )
}

/** Whether the field is on the screen; the list of places is drawn after it, because it is slow on slow machines. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}

function Option({ place }: { place: Destination }) {
  return (
    <ListBoxItem id={place.address} textValue={place.name} className={styles.option ?? ''}>
      <span>{place.name}</span>
      <span className={shared.dim}>{place.detail}</span>
    </ListBoxItem>
  )
}

type FoundPlaces = { places: Destination[]; error: Error | null; isFetching: boolean }

function useFoundMembers(words: string): FoundPlaces {
  const text = useText()
  const maySee = useRight('members.see')
  const { data, error, isFetching } = useQuery({
    queryKey: ['POST /api/console/members/search', words],
    queryFn: () => call('POST /api/console/members/search', { words }),
    enabled: maySee && words.length >= 2,
  })
  const places = (data?.members ?? []).slice(0, 8).map((row) => ({
    address: `/members/${row.memberId}`,
    name: `${row.name} · ${row.phone}`,
    detail: foundBy(row, text),
  }))
  return { places, error, isFetching }
}

/** Ids contain a digit and no space; a talk's number is in capitals, every other id is case-sensitive. */
function idIn(words: string): string | null {
  const id = words.replace(/^#/, '')
  const isTalk = /^[A-Za-z0-9]{12}$/.test(id)
  if (!isTalk && !/^(?=.*\d)[A-Za-z0-9_.:-]{1,128}$/.test(id)) return null
  return isTalk ? id.toUpperCase() : id
}

function useFoundItems(words: string): FoundPlaces {
  const text = useText()
  const id = idIn(words)
  const { data, error, isFetching } = useQuery({
    ...reading('GET /api/console/work/find/{id}', { id: id ?? '' }),
    enabled: id !== null,
  })
  if (id === null) return { places: [], error: null, isFetching: false }
  const places = (data?.rows ?? []).map(({ kind, id: found, memberName, memberId, sum }) => ({
    address: kind === 'talk' ? `/chat/all/${found}` : `/work/${kind}/${kind}/${found}`,
    name: kind === 'talk' ? `${text.desk.screens.chat} ${found}` : text.work.one[kind],
    detail: [namedMember(memberName, memberId), sum && formatSum(sum)].filter(Boolean).join(' · '),
  }))
  return { places, error, isFetching }
}

/** Without a query, only the screens; their parts are found by name. */
function fits({ name, detail }: Destination, words: string): boolean {
  return words ? name.toLowerCase().includes(words.toLowerCase()) : detail === ''
}
