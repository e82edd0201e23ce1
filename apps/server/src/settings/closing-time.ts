import { minuteMs } from '@kapao/contract/times'
import { bangkokDayStart } from '#core/clock.ts'

export type ClosingTime = {
  /** HH:mm in Bangkok; the first minute that is closed. */
  closeFrom: string
  /** The first minute that is open again; equal to `closeFrom` means never closed. */
  closeTo: string
}

/** OP-B28: the time may cross midnight. */
export function isClosedAt(at: Date, { closeFrom, closeTo }: ClosingTime): boolean {
  const minute = Math.floor((at.getTime() - bangkokDayStart(at).getTime()) / minuteMs)
  const from = minuteOf(closeFrom)
  const to = minuteOf(closeTo)
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
