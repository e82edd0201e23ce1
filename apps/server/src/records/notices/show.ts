import { defaultLanguage, type Language, type Variant } from '@kapao/contract/limits'
import {
  noticeKinds,
  type listNotices as listCall,
  type Notice as ShownNotice,
  type NoticeKind,
  type readNoticeMarks,
} from '@kapao/contract/notices'
import type { AnswerOf } from '#core/calls/route.ts'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { hasIdentified } from '#core/session/identify.ts'
import { findLastSignIn } from '#core/session/logins.ts'
import { classOf } from './channels.ts'
import { countUnread, findUnread, listNotices, type Notice } from './store.ts'
import { wordsOf } from './texts.ts'

export type ShowDeps = {
  db: Queryable
  clock: Clock
  variant: Variant
  /** How many messages of the chat the member has not read. */
  countTalk: (memberId: string) => Promise<number>
  /** Whether a passkey may be added, by who has just shown who they are. */
  mayAddPasskey: (memberId: string) => Promise<boolean>
}

type Reader = { memberId: string; language: Language | null }

export async function showMarks(
  deps: ShowDeps,
  { sessionKey, ...reader }: Reader & { sessionKey: string },
): Promise<AnswerOf<typeof readNoticeMarks>> {
  const { db, countTalk } = deps
  const { memberId } = reader
  const warning = await findUnread(db, memberId, noticeKinds.warning)
  return {
    notices: await countUnread(db, memberId, [...noticeKinds.money, ...noticeKinds.warning]),
    talk: await countTalk(memberId),
    warning: warning && show(deps, reader, warning),
    lastSignIn: await findLastSignIn(deps, sessionKey),
    mayAddPasskey: (await hasIdentified(db, sessionKey)) && (await deps.mayAddPasskey(memberId)),
  }
}

export async function showList(
  deps: ShowDeps,
  reader: Reader,
  { before, limit }: { before?: number | null | undefined; limit: number },
): Promise<AnswerOf<typeof listCall>> {
  const found = await listNotices(deps.db, reader.memberId, {
    before: before === null || before === undefined ? null : BigInt(before),
    limit: limit + 1,
  })
  const rows = found.slice(0, limit).map((one) => show(deps, reader, one))
  return { rows, more: found.length > limit }
}

/** What only support can help with. */
const leadsToContact: readonly NoticeKind[] = [
  'deposit.moved',
  'bank.changed',
  'bank.byHand',
  'password.changed',
  'passkey.added',
  'passkey.removed',
  'talk.answered',
]

function show({ variant }: ShowDeps, { language }: Reader, one: Notice): ShownNotice {
  return {
    _id: Number(one.id),
    class: classOf(one.kind),
    ...wordsOf(one, language ?? defaultLanguage(variant)),
    at: one.at.toISOString(),
    isRead: one.readAt !== null,
    leads: leadsToContact.includes(one.kind) ? 'contact' : 'statement',
  }
}
