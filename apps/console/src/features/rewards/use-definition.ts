import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import type { RewardKind } from '@kapao/contract/console/reward-words'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { useSettled } from '#core/page/settled.ts'
import { readAgain } from '#core/queries.ts'
import { act, call } from '#core/send.ts'
import { joinEdits } from '#ui/fields/join.ts'
import { isSame, type Json } from '#ui/fields/values.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { askRefusedAgain, readinessOf } from '#shared/look.ts'
import { isUntimed, noTimes, timesSent, type Times } from '#shared/plans/times.ts'
import { useWaitsText } from '#shared/waits.ts'
import { useRewardsText } from './text/rewards-text.ts'

const lookCall = 'POST /api/console/rewards/look'
const saveCall = 'POST /api/console/rewards/save'

export type RewardLook = ConsoleCallOutput<typeof lookCall>

/** What is typed, and what it began from; without times while nothing is planned. */
type Edit = { seen: string | null; base: Json; value: Json; times: Times | null }

/** What is there; of a new one nothing was seen, and `code` is what is typed. */
export type RewardDefinition = {
  kind: RewardKind
  code: string
  seen: string | null
  definition: Json
}

/** So long after the last key the server is asked what saving would say. */
const settledMs = 300

/** A definition while it is edited: the edit survives a reload, and says what saving it would come to. */
export function useDefinition(
  { kind, code, seen, definition }: RewardDefinition,
  onSaved: () => void,
) {
  const subject = `${kind} ${seen === null ? '' : code}`
  const [kept, keep] = useDraft(`reward ${subject}`)
  const edit = editIn(kept, { seen, definition })
  const isMoved = edit !== null && edit.seen !== seen
  const times = edit?.times ?? null
  const sent = timesSent(times ?? noTimes)
  const isWhole = edit !== null && code !== '' && !isUntimed(times ?? noTimes)
  const wish = isWhole ? { kind, code, seen: edit.seen, definition: edit.value, ...sent } : null
  const settled = useSettled(JSON.stringify(wish), settledMs)
  const isSettled = settled === JSON.stringify(wish) && !isMoved
  const look = useQuery({
    queryKey: [lookCall, settled],
    queryFn: () => call(lookCall, wish!),
    enabled: wish !== null && isSettled,
    gcTime: 0,
    retry: false,
    refetchInterval: askRefusedAgain,
  })
  const mayBeSent = wish !== null && !isMoved
  const readiness = readinessOf({ mayBeSent, look: isSettled ? look : null })
  const save = useSave(subject, () => {
    keep('')
    onSaved()
  })
  const write = (next: Edit | null): void => {
    save.reset()
    keep(next === null ? '' : JSON.stringify(next))
  }
  return {
    value: edit ? edit.value : definition,
    isDirty: edit !== null,
    isMoved,
    mayBeSent,
    readiness,
    /** Null while nothing is planned. */
    times,
    isPlanned: Object.keys(sent).length > 0,
    plan: (next: Times | null) => edit && write({ ...edit, times: next }),
    look: isSettled && wish !== null ? look : null,
    save: { ...save, send: () => readiness.isReady && !save.isPending && save.mutate(wish!) },
    change: (value: Json) =>
      write(
        isSame(value, definition) && seen !== null && !isMoved
          ? null
          : { seen, base: definition, times, ...edit, value },
      ),
    /** What only they have changed is as they have it; the rest is mine. */
    join: () => {
      if (!edit) return
      const { value } = joinEdits({ base: edit.base, mine: edit.value, theirs: definition })
      write({ seen, base: definition, value, times })
    },
    discard: () => write(null),
  }
}

export type DefinitionEdit = ReturnType<typeof useDefinition>

/** An edit that is there already, as after a save whose answer was lost, is none. */
function editIn(kept: string, { seen, definition }: Pick<RewardDefinition, 'seen' | 'definition'>) {
  if (kept === '') return null
  try {
    const edit = JSON.parse(kept) as Edit
    return edit.seen !== seen && isSame(edit.value, definition) ? null : edit
  } catch {
    return null
  }
}

export function readRewardsAgain(): Promise<void> {
  return readAgain('GET /api/console/rewards', 'GET /api/console/rewards/one/{kind}/{code}')
}

/** Sent again without a change it carries the same key, and counts once. */
function useSave(subject: string, onSaved: () => void) {
  const { work } = useText()
  const { plan, saving } = useRewardsText()
  const waitsText = useWaitsText()
  return useMutation({
    mutationFn: (wish: Parameters<typeof act<typeof saveCall>>[2]) => act(saveCall, subject, wish),
    onSuccess: async (answer, { from, until }) => {
      await readRewardsAgain()
      onSaved()
      const done = (from ?? until) === undefined ? saving.saved : plan.planned
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : done)
    },
    onError: readRewardsAgain,
  })
}
