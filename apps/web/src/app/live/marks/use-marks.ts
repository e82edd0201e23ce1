import { useEffect } from 'react'
import { onPush } from '#core/live/pushes.ts'
import { useQueries, useQuery } from '#core/queries/use-query.tsx'
import { marksQuery } from '#shared/notice-marks.ts'

/** What the member has not read. Every push says that something may have happened. */
export function useMarks() {
  const queries = useQueries()
  const marks = useQuery(marksQuery)
  const talk = marks.data?.talk
  useEffect(
    () =>
      onPush((pushed) => {
        // Also pushed while somebody types, which changes no number.
        if (pushed.name === 'chat' && pushed.push.unread === talk) return
        void queries.invalidateQueries({ queryKey: marksQuery.queryKey })
      }),
    [queries, talk],
  )
  return marks.data
}
