import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '#core/i18n.tsx'
import { useIsTyping } from '#core/live/line.ts'
import { call } from '#core/send.ts'
import { Loading } from '#ui/feedback/loading.tsx'
import { WaitNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { ReadFault } from '#shared/faults/read-fault.tsx'
import { useRight } from '#shared/me.ts'
import type { Box } from '../boxes.ts'
import { Composer } from './send/composer.tsx'
import { languageOf } from './language-of.ts'
import { MemberBrief } from './member-brief.tsx'
import { Message } from './message.tsx'
import { TalkHead } from './talk-head.tsx'
import styles from './talk.module.css'

const askAgainMs = 10_000
const name = 'GET /api/console/talks/{talk}'

function useTalk(talk: string) {
  return useInfiniteQuery({
    queryKey: [name, { talk }],
    queryFn: ({ pageParam }) =>
      call(name, { talk, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.isMore ? (page.messages[0]?.seq ?? null) : null),
    // No hint says that a customer has read something.
    refetchInterval: askAgainMs,
  })
}

export function TalkPane({ talk, box }: { talk: string; box: Box }) {
  const text = useText()
  const mayAnswer = useRight('chat.answer')
  const query = useTalk(talk)
  const newest = query.data?.pages[0]
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? []
  const lastSeq = messages.at(-1)?.seq ?? 0
  const unread = newest?.unread ?? 0
  const history = useRef<HTMLDivElement>(null)
  useEffect(() => {
    history.current?.scrollTo({ top: history.current.scrollHeight })
  }, [lastSeq])
  useEffect(() => {
    if (mayAnswer && unread > 0 && lastSeq > 0)
      call('POST /api/console/talks/read', { talk, seq: lastSeq }).catch(() => undefined)
  }, [talk, lastSeq, unread, mayAnswer])

  if (query.error && !newest) return <ReadFault error={query.error} onRetry={query.refetch} />
  if (!newest) return <Loading />
  return (
    <div className={styles.talk} data-open="">
      <div className={styles.main}>
        <TalkHead talk={newest} box={box} mayAnswer={mayAnswer} />
        {/* Scrolled by the keys of the browser, so it takes the focus. */}
        <div
          ref={history}
          className={styles.history}
          role="log"
          aria-label={newest.name || text.inbox.guest}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {query.hasNextPage && (
            <Button
              look="quiet"
              isBusy={query.isFetchingNextPage}
              onPress={() => void query.fetchNextPage()}
            >
              {text.inbox.earlier}
            </Button>
          )}
          {messages.map((message) => (
            <Message key={message._id} message={message} isRead={message.seq <= newest.readTo} />
          ))}
        </div>
        <TypingNote talk={talk} />
        {newest.isClosed && <WaitNote>{text.inbox.isClosed}</WaitNote>}
        {mayAnswer && <Composer talk={talk} language={languageOf(messages, newest.language)} />}
      </div>
      <MemberBrief talk={newest} mayAnswer={mayAnswer} />
    </div>
  )
}

function TypingNote({ talk }: { talk: string }) {
  const text = useText()
  const isTyping = useIsTyping(talk)
  return (
    <p className={styles.typing} role="status">
      {isTyping && text.inbox.typing}
    </p>
  )
}
