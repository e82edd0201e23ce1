import { useEffect } from 'react'
import { notePendingMember } from '#core/calls/pending/pending-book.ts'
import { followServer } from '#core/live/follow.ts'
import { onPush } from '#core/live/pushes.ts'
import { last } from '#core/session/last-phone.ts'
import { useToken } from '#core/session/use-token.ts'
import type { QueryStore } from '#core/queries/query-store.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { walletQuery } from '#shared/wallet/wallet.ts'
import { createEchoFilter } from '#core/live/echo.ts'
import { markStale, staleAfterLoss, staleBy } from './stale.ts'

/** Keeps what is shown up to date while a member is logged in; renders nothing. */
export function LivePart() {
  const queries = useQueries()
  const token = useToken()

  useEffect(() => {
    if (token === null) return
    const isEcho = createEchoFilter()
    const stopPushes = onPush((pushed) => {
      if (!isEcho(pushed)) markStale(queries, staleBy[pushed.name])
    })
    const stopFollowing = followServer(token, {
      // Whatever was pushed meanwhile is lost.
      onUp: () => markStale(queries, staleAfterLoss),
      onAsk: () => markStale(queries, ['wallet', 'chat']),
      // The call redirects the page if the session has ended; on a screen without figures nothing else would make one.
      onRefused: () => void queries.prime(walletQuery),
    })
    return () => {
      stopPushes()
      stopFollowing()
    }
  }, [queries, token])

  useEffect(() => noteMember(queries), [queries])
  return null
}

/** Notes the member of pending calls as soon as an answer says who it is. */
function noteMember(queries: QueryStore): () => void {
  return queries.subscribe(({ queryKey: [word], data }) => {
    if (word !== 'wallet' && word !== 'profile') return
    const profile = word === 'wallet' ? fieldOf(data, 'profile') : data
    const id = fieldOf(profile, '_id')
    if (typeof id === 'string') notePendingMember(id)
    const phone = fieldOf(profile, 'username')
    if (typeof phone === 'string') last.phone = phone
  })
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
