import { findLastAct } from '#core/audit/audit-store.ts'
import { OperatorRefused } from '#core/refused.ts'
import { decidedBy } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import type { Queue, PendingWork } from '#core/console/work/queue.ts'
import { findTalkOf, listWaitingPage, type WaitingTalk } from '#talk/chat/desk-store.ts'

/** Talks that wait for an answer: only rows, since they are answered in the inbox. */
export function talkQueue(): Queue {
  return {
    kind: 'talk',
    list: async (on, page) => (await listWaitingPage(on, page)).map(waitingOf),
    read: async (on, id) => {
      const found = await findTalkOf(on, id)
      if (!found) return null
      const isOpen = found.waitingSince !== null
      const subject = `chat:${found.code}`
      const act = isOpen
        ? null
        : await findLastAct(on, { subject, actions: ['chat.reply', 'chat.close'] })
      return {
        waiting: waitingOf(found),
        panels: [panelOf(found)],
        candidates: [],
        offers: [],
        decided: act && decidedBy(act, act.action === 'chat.reply' ? 'answered' : 'close'),
      }
    },
    decide: ({ id }) =>
      Promise.reject(new OperatorRefused(`Conversation ${id} is answered in the inbox.`)),
  }
}

function waitingOf({ code, owner, waitingSince, lastAt, unseen }: WaitingTalk): PendingWork {
  const [kind, memberId] = owner.split(':')
  return {
    id: code,
    since: waitingSince ?? lastAt,
    memberId: kind === 'member' ? memberId! : null,
    money: null,
    why: { code: 'talk-waits', detail: { form: 'count', count: unseen } },
  }
}

function panelOf(one: WaitingTalk) {
  const { memberId } = waitingOf(one)
  return facts.panelOf(
    'talk',
    facts.member('member', memberId),
    facts.time('waitingSince', one.waitingSince),
    facts.count('unread', one.unseen),
    facts.word('language', 'language', one.language),
  )
}
