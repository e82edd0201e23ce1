import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Hint, HintEvents } from '@kapao/contract/console/events'
import { queryClient, readAgain } from '#core/queries.ts'
import { nowMs } from '#core/page/now.ts'
import { openLine, type LineState } from './socket.ts'

const pollMs = 10_000
const typingShownMs = 6_000

let state: LineState = 'up'
const typing = new Map<string, number>()
const listeners = new Set<() => void>()

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const onHint: HintEvents = {
  work: (item) =>
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isAbout(item, queryKey) }),
  member: () =>
    void readAgain(
      'GET /api/console/members/one/{memberId}',
      'GET /api/console/members/timeline/{memberId}',
      'GET /api/console/notices/list',
    ),
  talk: ({ talk }) => {
    typing.delete(talk)
    notifyListeners()
    void readAgain('GET /api/console/inbox/{box}', 'GET /api/console/work/counts')
    void queryClient.invalidateQueries({ queryKey: ['GET /api/console/talks/{talk}', { talk }] })
  },
  typing: ({ talk }) => {
    typing.set(talk, nowMs() + typingShownMs)
    notifyListeners()
    setTimeout(notifyListeners, typingShownMs + 100)
  },
  house: () => void readAgain('GET /api/console/house', 'GET /api/console/operators'),
  payouts: () => void readAgain('GET /api/console/payouts'),
  me: () =>
    void readAgain('GET /api/console/me', 'GET /api/console/own', 'GET /api/console/own/notices'),
}

/**
 * A list of another kind does not show the item, and reading it again for every operator would be wasted load. An open
 * item may show items of several kinds.
 */
function isAbout(item: Hint<'work'>, [name, asked]: QueryKey): boolean {
  if (name === 'GET /api/console/work/list/{kind}')
    return ['all', item.kind].includes((asked as { kind: string }).kind)
  return (
    name === 'GET /api/console/work/counts' || name === 'GET /api/console/work/item/{kind}/{id}'
  )
}

/** Receives hints while an operator is signed in; without the line the page polls. */
export function followHouse(): () => void {
  let wasDown = false
  const close = openLine({
    onHint,
    onState: (next) => {
      // Requests at once what was missed while the line was down.
      if (next === 'up' && wasDown) void queryClient.invalidateQueries()
      wasDown = next === 'down'
      state = next
      notifyListeners()
    },
  })
  const timer = setInterval(() => {
    if (state === 'down' && document.visibilityState === 'visible')
      void queryClient.invalidateQueries()
  }, pollMs)
  return () => {
    clearInterval(timer)
    close()
  }
}

export function useLineState(): LineState {
  return useSyncExternalStore(subscribe, () => state)
}

export function useIsTyping(talk: string): boolean {
  return useSyncExternalStore(subscribe, () => (typing.get(talk) ?? 0) > nowMs())
}
