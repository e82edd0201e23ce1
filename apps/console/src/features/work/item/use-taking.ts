import { takeAgainMs } from '@kapao/contract/console/limits'
import type { WorkKind } from '@kapao/contract/console/words'
import { useEffect } from 'react'
import { call } from '#core/send.ts'

/** An operator who only passes by does not take the item. */
const dwellMs = 700

/** Marks an open item as taken, so that others see it; a decision does not need the mark, so failures are ignored. */
export function useTaking(kind: WorkKind, id: string, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    let isTaken = false
    const take = (isBack: boolean): void => {
      isTaken = !isBack
      call('POST /api/console/work/take/{kind}/{id}', { kind, id, isBack }).catch(() => undefined)
    }
    const dwell = setTimeout(() => take(false), dwellMs)
    const again = setInterval(() => take(false), takeAgainMs)
    return () => {
      clearTimeout(dwell)
      clearInterval(again)
      if (isTaken) take(true)
    }
  }, [kind, id, isOn])
}
