import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { DecisionOffer, WorkItem } from '@kapao/contract/console/work'
import { useMutation } from '@tanstack/react-query'
import { formatSum } from '#core/format.ts'
import { useText } from '#core/i18n.tsx'
import { queryClient, readAgain, reading } from '#core/queries.ts'
import { writeDraft } from '#core/page/draft.ts'
import { act } from '#core/send.ts'
import { isRefused } from '#core/calls/fault.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useWaitsText } from '#shared/waits.ts'
import type { NextItem } from '../next-item.ts'
import { showUndo } from '../undo/undo-line.tsx'
import type { ConsoleText } from '#text/en/all.ts'
import { namedMember } from '#shared/named-member.ts'
import { inputOf, type FormValues } from './form.ts'

type DecisionCall = { offer: DecisionOffer; typed: FormValues }

export function draftOf({ kind, id }: WorkItem): string {
  return `decide ${kind}/${id}`
}

/** Submits a decision once even over a bad connection: its key stays the same until an answer has come. */
export function useDecision(item: WorkItem, onNext: (next: NextItem) => void) {
  const text = useText()
  const waitsText = useWaitsText()
  const { kind, id } = item
  const itemKey = reading('GET /api/console/work/item/{kind}/{id}', { kind, id }).queryKey
  return useMutation({
    mutationFn: ({ offer, typed }: DecisionCall) =>
      act('POST /api/console/work/decide/{kind}/{id}', `${kind}/${id}/${offer.name}`, {
        kind,
        id,
        decision: offer.name,
        ...inputOf(offer, typed),
      }),
    onSuccess: (answer, { offer }) => {
      const { item: decided, next } = answer
      queryClient.setQueryData(itemKey, decided)
      writeDraft(draftOf(item), '')
      if (decided.undoUntil !== null) showUndo(decided, offer.effect)
      else
        showToast(
          answer.state === 'waits'
            ? waitsText(answer, text.work.nowWaits)
            : [ofWhat(decided, text), saidOf(answer, offer, text)].filter(Boolean).join(' · '),
        )
      onNext(next)
      // Last: what is taken out of the lists would count as read just now, and hide what has come since.
      void readAgain('GET /api/console/work/list/{kind}', 'GET /api/console/work/counts')
    },
    onError: (error) => {
      // Another operator's decision is shown on the item itself.
      if (isRefused(error, 'ALREADY_DECIDED', 'DECISION_REFUSED', 'NOT_FOUND'))
        void readAgain(
          'GET /api/console/work/item/{kind}/{id}',
          'GET /api/console/work/list/{kind}',
          'GET /api/console/work/counts',
        )
    },
  })
}

type Answer = Pick<ConsoleCallOutput<'POST /api/console/work/decide/{kind}/{id}'>, 'state' | 'why'>

/** How much, and whose: what is said of a decision goes on while the next item is read. */
function ofWhat({ sum, memberName, memberId }: WorkItem, { desk }: ConsoleText): string {
  const money = sum && `${formatSum(sum)}\u00A0${desk.currency[sum.currency]}`
  return [money, namedMember(memberName, memberId)].filter(Boolean).join(' · ')
}

/** What became of a decision that does not wait, in one sentence. */
function saidOf({ state, why }: Answer, { name }: DecisionOffer, { work }: ConsoleText): string {
  const refused: Record<string, string> = work.refused
  const reason = refused[why ?? ''] ?? why ?? ''
  if (state === 'refused') return work.notDone(reason)
  return state === 'unclear' ? work.unclear(reason) : work.decided[name]
}
