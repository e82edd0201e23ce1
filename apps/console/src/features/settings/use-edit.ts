import type { ConsoleCallInput } from '@kapao/contract/console/calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { instantOf } from '#core/local-time.ts'
import { useDraft } from '#core/page/draft.ts'
import { useSettled } from '#core/page/settled.ts'
import { readAgain } from '#core/queries.ts'
import { act, call } from '#core/send.ts'
import { joinEdits, type Clash } from '#ui/fields/join.ts'
import { isSame, type Json } from '#ui/fields/values.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useWaitsText } from '#shared/waits.ts'
import type { SettingForm, SettingRow } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'

const lookCall = 'POST /api/console/settings/look'
const saveCall = 'POST /api/console/settings/save'

/** What is typed, and what it began from. */
type Edit = { version: number; base: Json; value: Json; isDefault: boolean }
type Edits = Record<string, Edit>

/** When it is to begin and end, as times of Bangkok that are typed; empty where it does not say. */
export type Times = { from: string; until: string }
export const noTimes: Times = { from: '', until: '' }

/** So long after the last key the server is asked what saving would say. */
const settledMs = 300

/** A form while it is edited: the edit survives a reload, and says what saving it would come to. */
export function useEdit(form: SettingForm) {
  const { edits, keep } = useEdits(form)
  const moved = form.rows.filter((row) => isMoved(edits[row.name], row))
  const [times, setTimes] = useState<Times | null>(null)
  const wish = wishOf(edits, times ?? noTimes)
  const settled = useSettled(JSON.stringify(wish), settledMs)
  const isSettled = settled === JSON.stringify(wish)
  const isWhole = isSettled && moved.length === 0
  const look = useQuery({
    queryKey: [lookCall, settled],
    queryFn: () => call(lookCall, wish!),
    enabled: wish !== null && isWhole,
    gcTime: 0,
    retry: false,
  })
  const save = useSave(form.id, () => {
    keep({})
    setTimes(null)
  })
  const write = (next: Edits): void => {
    save.reset()
    keep(next)
  }
  const set = (row: SettingRow, next: Pick<Edit, 'value' | 'isDefault'>): void => {
    const { version, base } = edits[row.name] ?? { version: row.version, base: row.value as Json }
    const { [row.name]: _, ...others } = edits
    // Back at what is there, nothing is edited any more.
    const isBack = !next.isDefault && isSame(next.value, row.value) && version === row.version
    write(isBack ? others : { ...others, [row.name]: { ...next, version, base } })
  }
  return {
    valueOf: (row: SettingRow) => {
      const edit = edits[row.name]
      return edit ? edit.value : row.value
    },
    isDirty: wish !== null,
    /** Null while nothing is planned. */
    times,
    isPlanned: wish?.from !== undefined || wish?.until !== undefined,
    plan: (next: Times | null) => {
      save.reset()
      setTimes(next)
    },
    moved,
    clashes: moved.flatMap((row) => joined(edits[row.name]!, row).clashes),
    look: isWhole ? look : null,
    save: { ...save, send: () => wish && save.mutate(wish) },
    change: (row: SettingRow, value: Json) => set(row, { value, isDefault: false }),
    toDefault: (row: SettingRow) => set(row, { value: row.default as Json, isDefault: true }),
    /** What only they have changed is as they have it; the rest is mine. */
    join: () => {
      const next = moved.map((row) => [row.name, joined(edits[row.name]!, row).edit] as const)
      write({ ...edits, ...Object.fromEntries(next) })
    },
    discard: () => {
      write({})
      setTimes(null)
    },
  }
}
export type Editing = ReturnType<typeof useEdit>

function useEdits({ id, rows }: SettingForm): { edits: Edits; keep: (edits: Edits) => void } {
  const [kept, keep] = useDraft(`setting ${id}`)
  return {
    edits: editsIn(kept, rows),
    keep: (edits) => keep(Object.keys(edits).length === 0 ? '' : JSON.stringify(edits)),
  }
}

/** An edit that is there already, as after a save whose answer was lost, is none. */
function editsIn(kept: string, rows: readonly SettingRow[]): Edits {
  if (kept === '') return {}
  try {
    const edits = JSON.parse(kept) as Edits
    const open = rows.flatMap((row) => {
      const edit = edits[row.name]
      const isThere = edit && isMoved(edit, row) && isSame(edit.value, row.value)
      return edit && !isThere ? [[row.name, edit] as const] : []
    })
    return Object.fromEntries(open)
  } catch {
    return {}
  }
}

function isMoved(edit: Edit | undefined, row: SettingRow): boolean {
  return edit !== undefined && edit.version !== row.version
}

function joined(edit: Edit, row: SettingRow): { edit: Edit; clashes: Clash[] } {
  const theirs = row.value as Json
  const { value, clashes } = joinEdits({ base: edit.base, mine: edit.value, theirs })
  return {
    edit: {
      version: row.version,
      base: theirs,
      value: edit.isDefault ? edit.value : value,
      isDefault: edit.isDefault,
    },
    clashes: clashes.map((clash) => ({ ...clash, path: [row.name, ...clash.path] })),
  }
}

type Wish = ConsoleCallInput<typeof saveCall>

function wishOf(edits: Edits, { from, until }: Times): Wish | null {
  const changes = Object.entries(edits).map(([name, { value, isDefault, version }]) =>
    isDefault ? { name, isDefault, version } : { name, value, version },
  )
  if (changes.length === 0) return null
  return {
    changes,
    ...(from !== '' && { from: instantOf(from) }),
    ...(until !== '' && { until: instantOf(until) }),
  }
}

/** Sent again without a change it carries the same key, and counts once. */
function useSave(id: string, onSaved: () => void) {
  const { work } = useText()
  const { form, plan } = useSettingsText()
  const waitsText = useWaitsText()
  return useMutation({
    mutationFn: (wish: Wish) => act(saveCall, id, wish),
    onSuccess: (answer, { from, until }) => {
      onSaved()
      const done = from === undefined && until === undefined ? form.saved : plan.planned
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : done)
    },
    onSettled: () =>
      readAgain('GET /api/console/settings', 'GET /api/console/settings/history/{name}'),
  })
}
