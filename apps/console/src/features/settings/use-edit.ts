import type { ConsoleCallInput } from '@kapao/contract/console/calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { useSettled } from '#core/page/settled.ts'
import { readAgain } from '#core/queries.ts'
import { act, call } from '#core/send.ts'
import { askRefusedAgain, readinessOf } from '#shared/look.ts'
import { isSame, type Json } from '#ui/fields/values.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { isUntimed, noTimes, timesSent, type Times } from '#shared/plans/times.ts'
import { useWaitsText } from '#shared/waits.ts'
import {
  forgetEdits,
  isMoved,
  joined,
  noDraft,
  othersOf,
  useKept,
  type Draft,
  type Edit,
  type Edits,
} from './edits.ts'
import type { SettingForm, SettingRow } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'

const lookCall = 'POST /api/console/settings/look'
const saveCall = 'POST /api/console/settings/save'

/** So long after the last key the server is asked what saving would say. */
const settledMs = 300

/** A form while it is edited: the edit survives a reload, and says what saving it would come to. */
export function useEdit(form: SettingForm, forms: readonly SettingForm[]) {
  const { keep, ...draft } = useKept(form)
  const { edits, times } = draft
  const isDirty = Object.keys(edits).length > 0
  const others = isDirty ? othersOf(form, forms, draft.with) : []
  const chosen = others.filter(({ isChosen }) => isChosen)
  const moved = form.rows.filter((row) => isMoved(edits[row.name], row))
  const all = Object.assign({}, edits, ...chosen.map((one) => one.edits)) as Edits
  const wish = isDirty ? wishOf(all, times ?? noTimes) : null
  const isSettled = useSettled(JSON.stringify(wish), settledMs) === JSON.stringify(wish)
  const mayBeSent =
    isDirty &&
    moved.length === 0 &&
    !isUntimed(times ?? noTimes) &&
    chosen.every((one) => !one.isMoved)
  const isWhole = isSettled && mayBeSent
  const look = useLook(isWhole ? wish : null)
  const readiness = readinessOf({ mayBeSent, look: isWhole ? look : null })
  const save = useSave(form.id, () => {
    for (const one of chosen) forgetEdits(one.form)
    keep(noDraft)
  })
  const write = (next: Partial<Draft>): void => {
    save.reset()
    keep({ ...draft, ...next })
  }
  const set = (row: SettingRow, next: Pick<Edit, 'value' | 'isDefault'>): void => {
    const { version, base } = edits[row.name] ?? { version: row.version, base: row.value as Json }
    const { [row.name]: _, ...others } = edits
    // Back at what is there, nothing is edited any more.
    const isBack = !next.isDefault && isSame(next.value, row.value) && version === row.version
    write({ edits: isBack ? others : { ...others, [row.name]: { ...next, version, base } } })
  }
  return {
    valueOf: (row: SettingRow) => {
      const edit = edits[row.name]
      return edit ? edit.value : row.value
    },
    isDirty,
    mayBeSent,
    readiness,
    /** Null while nothing is planned. */
    times,
    isPlanned: wish?.from !== undefined || wish?.until !== undefined,
    plan: (next: Times | null) => write({ times: next }),
    others,
    /** What is saved together with it, as it is typed in its own forms. */
    also: chosen.flatMap((one) =>
      Object.entries(one.edits).map(([name, { value }]) => ({ name, value })),
    ),
    take: (id: string, isTaken: boolean) =>
      write({ with: [...draft.with.filter((one) => one !== id), ...(isTaken ? [id] : [])] }),
    moved,
    clashes: moved.flatMap((row) => joined(edits[row.name]!, row).clashes),
    look: isWhole ? look : null,
    save: {
      ...save,
      send: () => wish && readiness.isReady && !save.isPending && save.mutate(wish),
    },
    change: (row: SettingRow, value: Json) => set(row, { value, isDefault: false }),
    toDefault: (row: SettingRow) => set(row, { value: row.default as Json, isDefault: true }),
    /** What only they have changed is as they have it; the rest is mine. */
    join: () => {
      const next = moved.map((row) => [row.name, joined(edits[row.name]!, row).edit] as const)
      write({ edits: { ...edits, ...Object.fromEntries(next) } })
    },
    discard: () => write(noDraft),
  }
}
export type Editing = ReturnType<typeof useEdit>

type Wish = ConsoleCallInput<typeof saveCall>

function wishOf(edits: Edits, times: Times): Wish {
  const changes = Object.entries(edits).map(([name, { value, isDefault, version }]) =>
    isDefault ? { name, isDefault, version } : { name, value, version },
  )
  return { changes, ...timesSent(times) }
}

/** What bars would come to. */
function useLook(wish: Wish | null) {
  return useQuery({
    queryKey: [lookCall, JSON.stringify(wish)],
    queryFn: () => call(lookCall, wish!),
    enabled: wish !== null,
    gcTime: 0,
    retry: false,
    refetchInterval: askRefusedAgain,
  })
}

/** Sent again without a change it carries the same key, and counts once. */
function useSave(id: string, onSaved: () => void) {
  const { work } = useText()
  const { saving, plan } = useSettingsText()
  const waitsText = useWaitsText()
  return useMutation({
    mutationFn: (wish: Wish) => act(saveCall, id, wish),
    onSuccess: (answer, { from, until }) => {
      onSaved()
      const done = from === undefined && until === undefined ? saving.saved : plan.planned
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : done)
    },
    onSettled: () =>
      readAgain('GET /api/console/settings', 'GET /api/console/settings/history/{name}'),
  })
}
