import { fillFacts } from '@kapao/contract/console/canned'
import * as calls from '@kapao/contract/console/inbox'
import { hasRight, roles } from '@kapao/contract/console/roles'
import { dayMs } from '@kapao/contract/times'
import { hint } from '#core/console/hint-store.ts'
import { consoleRoute, type ConsoleApi, type SignedIn } from '#core/console/route.ts'
import { refuseOperator } from '#core/console/refuse.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import type { Queryable } from '#core/db/db.ts'
import { readPhone } from '#records/account/phone/phone.ts'
import { findMembersBy } from '#records/account/store.ts'
import { findOperators } from '#records/operators/store.ts'
import { blockGuest } from './block.ts'
import { closeTalk, markSeen, notifyTyping, replyTo, type PeopleDeps } from './people.ts'
import { ownerOf } from './show.ts'
import { readCannedFacts } from './canned-facts.ts'
import { listInbox, namedFor, rowOf, shownMessage, showTalk, type InboxDeps } from './desk.ts'
import { consoleUpload } from '#core/console/file.ts'
import type { Settings } from '#settings/registry.ts'
import { sendFile, type DeskFiles } from './desk-files.ts'
import { findInboxTalk, readTimes, setAssigned, setClaims, type InboxTalk } from './inbox-store.ts'

export type InboxRouteDeps = Omit<InboxDeps, 'db'> &
  PeopleDeps &
  DeskFiles & { readSettings: () => Promise<Pick<Settings, 'chat.canned'>> }

const done = { message: 'SUCCESS' } as const
const timesMs = 7 * dayMs

export function inboxRoutes(api: ConsoleApi, deps: InboxRouteDeps): void {
  readingRoutes(api, deps)
  talkRoutes(api, deps)
  blockRoute(api, deps)
  cannedRoutes(api, deps)
}

function readingRoutes(api: ConsoleApi, deps: InboxRouteDeps): void {
  const { db, clock } = deps
  consoleRoute(api, calls.listTalks, ({ operator }, { box, after }) =>
    listInbox(deps, { box, operator, after: after ?? null }),
  )
  consoleRoute(api, calls.readTalk, async (_caller, { talk: code, before }) => {
    const shown = await showTalk(deps, { code, before: before ?? null })
    return shown ?? refuseOperator(calls.readTalk, 'NOT_FOUND')
  })
  consoleRoute(api, calls.readChatTimes, async () => {
    const times = await readTimes(db, new Date(clock.now().getTime() - timesMs))
    return {
      talks: times.talks,
      firstAnswerSeconds: { median: times.firstMedian, p90: times.firstP90 },
      solvedSeconds: { median: times.solvedMedian, p90: times.solvedP90 },
    }
  })
}

function talkRoutes(api: ConsoleApi, deps: InboxRouteDeps): void {
  const { db } = deps
  // Every call on a talk may miss it.
  const load = async (code: string): Promise<InboxTalk> =>
    (await findInboxTalk(db, code)) ?? refuseOperator(calls.readTalk, 'NOT_FOUND')
  consoleRoute(api, calls.answerTalk, async (caller, { talk: code, text }) => {
    const talk = await load(code)
    const by = { code, key: caller.key, ...actOf(caller) }
    const sent = await replyTo(deps, by, { message_type: 'text', payload: { message: text } })
    const written = sent.message.message_type === 'text' ? sent.message.payload.message : null
    if (written !== text) refuseOperator(calls.answerTalk, 'KEY_REUSED')
    return shownMessage(deps, sent, await namedFor(deps, ownerOf(talk.owner)))
  })
  consoleUpload(api, calls.sendTalkFile, async (caller, { talk: code }, upload) => {
    const talk = await load(code)
    const by = { talk, key: caller.key, operator: caller.operator.name, ...actOf(caller) }
    const sent = await sendFile(deps, by, upload)
    return shownMessage(deps, sent, await namedFor(deps, ownerOf(talk.owner)))
  })
  consoleRoute(api, calls.markTalkRead, async (_caller, { talk: code }) => {
    await markSeen(deps, (await load(code)).owner)
    return done
  })
  consoleRoute(api, calls.typeInTalk, async (_caller, { talk: code }) => {
    await notifyTyping(deps, (await load(code)).owner)
    return done
  })
  consoleRoute(api, calls.listAnswerers, async () => ({
    names: (await listAnswering(db)).map(({ name }) => name),
    roles: roles.filter((role) => hasRight([role], 'chat.answer')),
  }))
  consoleRoute(api, calls.assignTalk, async (caller, { talk: code, to, role = null }) => {
    const { owner } = await load(code)
    const mayAnswer =
      to !== null
        ? role === null && (await listAnswering(db)).some(({ name }) => name === to)
        : role === null || hasRight([role], 'chat.answer')
    if (!mayAnswer) refuseOperator(calls.assignTalk, 'NO_RIGHT')
    await db.beginFor(owner, async (tx) => {
      await setAssigned(tx, owner, { to, role })
      await hint(tx, 'talk', { talk: code })
      const act = { action: 'chat.assign', subject: `chat:${code}`, after: { to, role } } as const
      await recordAudit(tx, { at: deps.clock.now(), ...actOf(caller), ...act })
    })
    return rowOf(deps, await load(code))
  })
  consoleRoute(api, calls.joinTalk, async (caller, { talk: code, phone }) => {
    const { owner } = await load(code)
    const memberId = phone === null ? null : await findByPhone(db, phone)
    if (ownerOf(owner).guest === null) refuseOperator(calls.joinTalk, 'NOT_FOUND')
    await db.beginFor(owner, async (tx) => {
      await setClaims(tx, owner, memberId)
      await hint(tx, 'talk', { talk: code })
      const act = { action: 'chat.join', subject: `chat:${code}`, after: { memberId } } as const
      await recordAudit(tx, { at: deps.clock.now(), ...actOf(caller), ...act })
    })
    return rowOf(deps, await load(code))
  })
  consoleRoute(api, calls.closeTalk, async (caller, { talk: code, reason }) => {
    await load(code)
    await closeTalk(deps, { code, reason, ...actOf(caller) })
    return rowOf(deps, await load(code))
  })
}

function blockRoute(api: ConsoleApi, deps: InboxRouteDeps): void {
  consoleRoute(api, calls.blockGuest, async (caller, { talk: code, isOn }) => {
    const talk = await findInboxTalk(deps.db, code)
    // A member has a name, and is deactivated by who may.
    if (!talk || ownerOf(talk.owner).memberId !== null)
      refuseOperator(calls.blockGuest, 'NOT_FOUND')
    await blockGuest(deps, { code, isOn, ...actOf(caller) })
    return rowOf(deps, (await findInboxTalk(deps.db, code))!)
  })
}

async function findByPhone(on: Queryable, typed: string): Promise<string> {
  const phone = readPhone(typed)?.e164 ?? null
  const [found] = await findMembersBy(on, { id: '', phone, bankAccountNo: null })
  return found?.id ?? refuseOperator(calls.joinTalk, 'NOT_FOUND')
}

/** Operators who may sign in and answer customers. */
async function listAnswering(on: Queryable) {
  return (await findOperators(on)).filter(
    ({ disabledAt, roles: held }) => disabledAt === null && hasRight(held, 'chat.answer'),
  )
}

function cannedRoutes(api: ConsoleApi, deps: InboxRouteDeps): void {
  const readCanned = async () => (await deps.readSettings())['chat.canned']
  consoleRoute(api, calls.listCanned, async () => ({ canned: await readCanned() }))
  consoleRoute(api, calls.fillCanned, async (_caller, { name, talk: code, language }) => {
    const talk = await findInboxTalk(deps.db, code)
    const found = (await readCanned()).find((one) => one.name === name)
    if (!talk || !found) refuseOperator(calls.fillCanned, 'NOT_FOUND')
    const { memberId } = ownerOf(talk.owner)
    const inWords = language ?? talk.language
    const facts = memberId === null ? {} : await readCannedFacts(deps, memberId, inWords)
    return { text: fillFacts(found.text[inWords], facts) }
  })
}

function actOf({ operator, requestId }: { operator: SignedIn; requestId: string }) {
  return { actor: operator.actor, requestId }
}
