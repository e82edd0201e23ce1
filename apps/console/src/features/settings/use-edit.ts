import type { ConsoleCallInput } from '@kapao/contract/console/calls'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { readAgain } from '#core/queries.ts'
import { act, call } from '#core/send.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useWaitsText } from '#shared/waits.ts'
import { isSame, type Json } from '#ui/fields/values.ts'
import type { SettingRow } from './rows.ts'
import { useSettingsText } from './text/settings-text.ts'

const lookCall = 'POST /api/console/settings/look/{name}'
const setCall = 'POST /api/console/settings/set/{name}'

type Edit = { version: number; value: Json; isDefault: boolean }

/** So long after the last key the server is asked what saving would say. */
const settledMs = 300

/** One setting while it is edited: the edit survives a reload, and says what saving it would come to. */
export function useEdit(row: SettingRow) {
  const [kept, keep] = useDraft(`setting ${row.name}`)
  const edit = editIn(kept, row)
  const isMoved = edit !== null && edit.version !== row.version
  const wish = edit && wishOf(row.name, edit)
  const settled = useSettled(JSON.stringify(wish))
  const isSettled = settled === JSON.stringify(wish)
  const look = useQuery({
    queryKey: [lookCall, settled],
    queryFn: () => call(lookCall, wish!),
    enabled: wish !== null && isSettled && !isMoved,
    gcTime: 0,
    retry: false,
  })
  const save = useSave(row.name, () => keep(''))
  const write = (next: Omit<Edit, 'version'>, version = edit?.version ?? row.version): void => {
    save.reset()
    // Back at what is there, nothing is edited any more.
    const isBack = !next.isDefault && isSame(next.value, row.value) && version === row.version
    keep(isBack ? '' : JSON.stringify({ ...next, version } satisfies Edit))
  }
  return {
    value: edit ? edit.value : row.value,
    isDirty: edit !== null,
    isMoved,
    look: isSettled && !isMoved ? look : null,
    save: { ...save, send: () => wish && save.mutate(wish) },
    change: (value: Json) => write({ value, isDefault: false }),
    toDefault: () => write({ value: row.default as Json, isDefault: true }, row.version),
    keepMine: () => edit && write(edit, row.version),
    discard: () => {
      save.reset()
      keep('')
    },
  }
}

export type Editing = ReturnType<typeof useEdit>
type Wish = ConsoleCallInput<typeof setCall>

function wishOf(name: string, { value, isDefault, version }: Edit): Wish {
  return isDefault ? { name, isDefault, version } : { name, value, version }
}

/** An edit that is there already, as after a save whose answer was lost, is none. */
function editIn(kept: string, row: SettingRow): Edit | null {
  if (kept === '') return null
  try {
    const edit = JSON.parse(kept) as Edit
    return edit.version !== row.version && isSame(edit.value, row.value) ? null : edit
  } catch {
    return null
  }
}

function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), settledMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Sent again without a change it carries the same key, and counts once. */
function useSave(name: string, onSaved: () => void) {
  const { work } = useText()
  const { form } = useSettingsText()
  const waitsText = useWaitsText()
  return useMutation({
    mutationFn: (wish: Wish) => act(setCall, name, wish),
    onSuccess: (answer) => {
      onSaved()
      showToast(answer.state === 'waits' ? waitsText(answer, work.nowWaits) : form.saved)
    },
    onSettled: () =>
      readAgain('GET /api/console/settings', 'GET /api/console/settings/history/{name}'),
  })
}
