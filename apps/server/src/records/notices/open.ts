import { memoryBuckets } from '#core/limits/rate-limit.ts'
import type { ContextWith } from '#context/app-context.ts'
import { notifyMember, notifyOfAct } from './notify.ts'
import type { Notice } from './texts.ts'

export type Notices = {
  /** Sends a member the SMS about a change; does not wait for it, never throws. */
  notifyMember: (memberId: string, about: Notice) => void
  /** Sends the SMS about an operator's act, without a limit on their number. */
  notifyOfAct: (about: Parameters<typeof notifyOfAct>[1]) => Promise<void>
}

/** SMS that notify members of changes. */
export function openNotices({
  db,
  clock,
  log,
  outside,
  readSettings,
}: ContextWith<'db' | 'clock' | 'log' | 'outside' | 'readSettings'>): Notices {
  const readBrand = async () => (await readSettings())['brand.name']
  const deps = { db, log, clock, sms: outside.sms, sent: memoryBuckets(), readBrand }
  return {
    notifyMember: (memberId, about) => notifyMember(deps, memberId, about),
    notifyOfAct: (about) => notifyOfAct(deps, about),
  }
}
