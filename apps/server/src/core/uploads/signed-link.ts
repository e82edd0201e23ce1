import { createHmac, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '@kapao/contract/times'
import type { Clock } from '../clock.ts'

/** What the address of an uploaded file grants: this file, to this owner, until an instant. */
export type LinkTo = { folder: string; file: string; owner: string }

export type Links = {
  /** A path that opens one file for a few minutes; anyone who has it may view the file, so each view gets a new one. */
  make: (to: LinkTo, lifetimeMs?: number) => string
  /** False for malformed or expired links, regardless of the file's owner. */
  mayBeGood: (signed: { until: string; mark: string }) => boolean
  /** True for a path that was made here for this owner and has not expired. */
  isGood: (to: LinkTo, signed: { until: string; mark: string }) => boolean
}

const usualLifetimeMs = 5 * minuteMs
const untilForm = /^[0-9a-z]{1,12}$/
// The last letter encodes four bits: of four letters with equal bits only one is canonical.
const markForm = /^[\w-]{42}[AEIMQUYcgkosw048]$/

export const filesPath = '/files/:folder/:file/:until/:mark'

/** The owner is signed but not in the address: a file with a new owner is not shown to the previous one. */
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
