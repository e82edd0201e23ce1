import { useSyncExternalStore } from 'react'
import type { HintEvents } from '@kapao/contract/console/events'
import { queryClient, readAgain } from '#core/queries.ts'
import { nowMs } from '#core/page/now.ts'
import { openLine, type LineState } from './socket.ts'

const pollMs = 10_000
const typingShownMs = 6_000

let state: LineState = 'up'
const typing = new Map<string, number>()
const listeners = new Set<() => void>()

function tellAll(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const onHint: HintEvents = {
  work: () =>
    void readAgain(
      'GET /api/console/work/list/{kind}',
      'GET /api/console/work/counts',
      'GET /api/console/work/item/{kind}/{id}',
    ),
  member: () =>
    void readAgain(
      'GET /api/console/members/one/{memberId}',
      'GET /api/console/members/timeline/{memberId}',
    ),
  talk: ({ talk }) => {
    typing.delete(talk)
    tellAll()
    void readAgain(
      'GET /api/console/inbox/{box}',
      'GET /api/console/talks/{talk}',
      'GET /api/console/work/counts',
    )
  },
  typing: ({ talk }) => {
    typing.set(talk, nowMs() + typingShownMs)
    tellAll()
    setTimeout(tellAll, typingShownMs + 100)
  },
  me: () => void readAgain('GET /api/console/me', 'GET /api/console/own'),
}

/** Follows the house while somebody is signed in; without the line the page asks by itself. */
export function followHouse(): () => void {
  let wasDown = false
  const close = openLine({
    onHint,
    onState: (next) => {
      // What was missed while the line was down is asked for at once.
      if (next === 'up' && wasDown) void queryClient.invalidateQueries()
      wasDown = next === 'down'
      state = next
      tellAll()
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
