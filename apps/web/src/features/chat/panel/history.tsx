import { useMemo } from 'react'
import { useNow } from '#core/browser/countdown.ts'
import { useChatText } from '../text/chat-text.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { talkIcon } from '@kapao/ui/icons/public-icons.ts'
import { hourMs } from '@kapao/contract/times'
import { useChat } from '../chat-context.tsx'
import type { ChatState } from '../engine/store.ts'
import { LineRow } from './lines/line-row.tsx'
import { dayOf, entriesOf, type Entry } from '../story/entries.ts'
import type { ChatLine } from '../story/line.ts'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Announcer } from './announcer.tsx'
import styles from './history.module.css'
import { useScrolled } from './use-scrolled.ts'

const topReachPx = 80

type HistoryProps = { state: ChatState; lines: readonly ChatLine[] }

/** The conversation so far: scrolls, loads older messages at its top, and announces new ones below. */
export function History({ state, lines }: HistoryProps) {
  const text = useChatText()
  const chat = useChat()
  const { list, missed, onScroll, toEnd } = useScrolled(lines)
  const { phase, story, older, isTyping } = state

  return (
    <div className={styles.frame}>
      <div
        ref={list}
        className={styles.scroll}
        role="region"
        aria-label={text.history}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the arrow keys
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          onScroll()
          if (currentTarget.scrollTop < topReachPx && older !== 'failed') void chat.readOlder()
        }}
      >
        <div className={styles.inside}>
          {!story.isWhole && story.received.length > 0 && (
            <button
              type="button"
              className={styles.older}
              aria-busy={older === 'loading'}
              onClick={() => void chat.readOlder()}
            >
              {older === 'failed' ? text.olderFailed : text.older}
            </button>
          )}
          <Beginning phase={phase} isEmpty={lines.length === 0} />
          <Entries lines={lines} seen={state.seen} />
          {isTyping && <p className={styles.typing}>{text.typing}</p>}
        </div>
      </div>
      {missed > 0 && (
        <button type="button" className={styles.prompt} onClick={toEnd}>
          {text.newMessages(missed)}
        </button>
      )}
      <Announcer lines={lines} isReady={phase === 'ready'} />
    </div>
  )
}

function Beginning({ phase, isEmpty }: { phase: ChatState['phase']; isEmpty: boolean }) {
  const text = useChatText()
  const chat = useChat()
  if (!isEmpty) return null
  if (phase === 'failed')
    return (
      <LoadFailed icon={talkIcon} onAgain={() => void chat.refresh()}>
        {text.failed}
      </LoadFailed>
    )
  if (phase === 'ready') return <EmptyState path={talkIcon}>{text.empty}</EmptyState>
  return (
    <div className={styles.waiting} aria-busy="true" aria-label={text.loading} role="status">
      <Skeleton shape="title" />
      <Skeleton shape="card" />
    </div>
  )
}

function Entries({ lines, seen }: { lines: readonly ChatLine[]; seen: number }) {
  const text = useChatText()
  const now = useNow(hourMs)
  const entries = useMemo(() => entriesOf(lines), [lines])
  const [today, yesterday] = [now, now - 24 * hourMs].map((at) => dayOf(new Date(at).toISOString()))
  const seenKey = lines.findLast(
    ({ sender, seq }) => sender === 'customer' && seq !== null && seq <= seen,
  )?.key

  function draw(entry: Entry) {
    if (entry.kind === 'line') return <LineRow {...entry} isSeen={entry.key === seenKey} />
    if (entry.kind === 'end') return <li className={styles.end}>{text.end}</li>
    if (entry.kind === 'gap') return <li className={styles.gap}>{text.gap}</li>
    const word = entry.day === today ? text.today : entry.day === yesterday ? text.yesterday : null
    return <li className={styles.day}>{word ?? entry.day}</li>
  }
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <Keyed key={entry.key}>{draw(entry)}</Keyed>
      ))}
    </ol>
  )
}

function Keyed({ children }: { children: React.ReactNode }) {
  return children
}
