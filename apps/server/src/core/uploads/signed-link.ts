import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** What an address of an uploaded file stands for: this file, shown to this owner, until then. */
export type LinkTo = { folder: string; file: string; owner: string }

export type Links = {
  /** A path that opens one file for a few minutes; whoever holds it may look, so it is made for each look. */
  make: (to: LinkTo, lifetimeMs?: number) => string
  /** False for what is malformed or over, whoever owns the file. */
  mayBeGood: (signed: { until: string; mark: string }) => boolean
  /** True for a path that was made here for this owner and is still good. */
  isGood: (to: LinkTo, signed: { until: string; mark: string }) => boolean
}

const usualLifetimeMs = 5 * 60_000
const untilForm = /^[0-9a-z]{1,12}$/
// The last letter stands for four bits: of the four that read alike one is the mark's own.
const markForm = /^[\w-]{42}[AEIMQUYcgkosw048]$/

export const filesPath = '/files/:folder/:file/:until/:mark'

/** The owner is signed and not written: a file that has changed hands is not shown to the one before. */
export function createLinks({ clock, key }: { clock: Clock; key: Buffer }): Links {
  const markOf = ({ folder, file, owner }: LinkTo, until: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([folder, file, owner, until]))
      .digest()
  const mayBeGood: Links['mayBeGood'] = ({ until, mark }) =>
    untilForm.test(until) &&
    markForm.test(mark) &&
    Number.parseInt(until, 36) > clock.now().getTime()
  return {
    mayBeGood,
    make: (to, lifetimeMs = usualLifetimeMs) => {
      const until = (clock.now().getTime() + lifetimeMs).toString(36)
      return `/files/${to.folder}/${to.file}/${until}/${markOf(to, until).toString('base64url')}`
    },
    isGood: (to, signed) => {
      if (!mayBeGood(signed)) return false
      return timingSafeEqual(Buffer.from(signed.mark, 'base64url'), markOf(to, signed.until))
    },
  }
}
