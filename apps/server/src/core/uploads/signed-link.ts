import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'

/** What an address of an uploaded file stands for: this file, shown to this owner, until then. */
export type LinkTo = { folder: string; file: string; owner: string }

export type Links = {
  /** A path that opens one file for a few minutes; whoever holds it may look, so it is made for each look. */
  make: (to: LinkTo, lifetimeMs?: number) => string
  /** True for a path that was made here for this owner and is still good. */
  isGood: (to: LinkTo, signed: { until: string; mark: string }) => boolean
}

const usualLifetimeMs = 5 * 60_000
const untilForm = /^[0-9a-z]{1,12}$/

export const filesPath = '/files/:folder/:file/:until/:mark'

/** The owner is signed and not written: a file that has changed hands is not shown to the one before. */
export function createLinks({ clock, key }: { clock: Clock; key: Buffer }): Links {
  const markOf = ({ folder, file, owner }: LinkTo, until: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([folder, file, owner, until]))
      .digest()
  return {
    make: (to, lifetimeMs = usualLifetimeMs) => {
      const until = (clock.now().getTime() + lifetimeMs).toString(36)
      return `/files/${to.folder}/${to.file}/${until}/${markOf(to, until).toString('base64url')}`
    },
    isGood: (to, { until, mark }) => {
      const given = Buffer.from(mark, 'base64url')
      const wanted = markOf(to, until)
      if (!untilForm.test(until) || given.length !== wanted.length) return false
      return timingSafeEqual(given, wanted) && Number.parseInt(until, 36) > clock.now().getTime()
    },
  }
}
