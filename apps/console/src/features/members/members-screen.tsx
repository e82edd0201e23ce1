import { searchIcon } from '@kapao/ui/icons/more-icons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { foundBy } from '#shared/found-by.ts'
import { useDraft } from '#core/page/draft.ts'
import { useHotkeys } from '#core/page/hotkeys.ts'
import { call } from '#core/send.ts'
import { Empty } from '#ui/feedback/empty.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { Field } from '#ui/form/field.tsx'
import { RowList } from '#ui/rows/row-list.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { MemberLink } from './lists/member-link.tsx'
import { MemberLists } from './lists/member-lists.tsx'
import { ReceiptFound, receiptCodeIn } from './lists/receipt-found.tsx'
import styles from './members.module.css'

const shortest = 2

/** Lists of members, and a search by anything that is known of one. */
export function MembersScreen() {
  const text = useText()
  const [words, setWords] = useDraft('members search')
  const field = useRef<HTMLInputElement>(null)
  useHotkeys({ '/': () => field.current?.focus() })
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{text.desk.screens.members}</h1>
      <Field
        ref={field}
        type="search"
        label={text.members.searchLabel}
        hint={text.members.searchHint}
        value={words}
        onChange={setWords}
        takesFocus
        maxLength={100}
      />
      <Found words={useDeferredValue(words.trim())} />
    </div>
  )
}

function Found({ words }: { words: string }) {
  const text = useText()
  const code = receiptCodeIn(words)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['POST /api/console/members/search', words],
    // While the operator types nothing is requested.
    queryFn: async ({ signal }) => {
      await new Promise((next) => setTimeout(next, 150))
      signal.throwIfAborted()
      return call('POST /api/console/members/search', { words })
    },
    enabled: words.length >= shortest && code === null,
    placeholderData: keepPreviousData,
  })
  if (code !== null) return <ReceiptFound code={code} />
  if (words.length < shortest) return <MemberLists />
  if (error) return <ReadFault error={error} onRetry={refetch} />
  if (!data) return <Loading />
  if (data.members.length === 0 && !isFetching)
    return <Empty title={text.members.none} icon={searchIcon} />
  return (
    <div className={styles.found} aria-busy={isFetching}>
      <RowList
        label={text.desk.screens.members}
        rows={data.members}
        keyOf={({ memberId, found, about }) => `${memberId} ${found} ${about}`}
        height={48}
        renderRow={(row) => <MemberLink row={row}>{foundBy(row, text)}</MemberLink>}
        foot={data.isCut && text.members.isCut}
      />
    </div>
  )
}
