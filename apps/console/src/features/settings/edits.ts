import { readDraft, useDraft, writeDraft } from '#core/page/draft.ts'
import { joinEdits, type Clash } from '#ui/fields/join.ts'
import { isSame, type Json } from '#ui/fields/values.ts'
import type { Times } from '#shared/plans/times.ts'
import type { SettingForm, SettingRow } from './rows.ts'

/** What is typed, and what it began from. */
export type Edit = { version: number; base: Json; value: Json; isDefault: boolean }
export type Edits = Record<string, Edit>

/** What is kept over a reload; without times while nothing is planned. `with` names the forms that are saved with it. */
export type Draft = { edits: Edits; times: Times | null; with: string[] }
export const noDraft: Draft = { edits: {}, times: null, with: [] }

/** Another form with words that are not saved, which may be saved together with this one, all or none. */
type OtherDraft = { form: SettingForm; edits: Edits; isMoved: boolean; isChosen: boolean }

/** What is typed in a form, kept over a reload of the tab. */
export function useKept({ id, rows }: SettingForm): Draft & { keep: (draft: Draft) => void } {
  const [kept, keep] = useDraft(draftName({ id }))
  return {
    ...draftIn(kept, rows),
    keep: (draft) => keep(Object.keys(draft.edits).length === 0 ? '' : JSON.stringify(draft)),
  }
}

/** For what was saved from another form. */
export function forgetEdits(form: SettingForm): void {
  writeDraft(draftName(form), '')
}

function draftName({ id }: Pick<SettingForm, 'id'>): string {
  return `setting ${id}`
}

export function othersOf(
  own: SettingForm,
  forms: readonly SettingForm[],
  chosen: readonly string[],
): OtherDraft[] {
  return forms.flatMap((form) => {
    const { edits } = draftIn(form === own ? '' : readDraft(draftName(form)), form.rows)
    if (Object.keys(edits).length === 0) return []
    const isBehind = form.rows.some((row) => isMoved(edits[row.name], row))
    return [{ form, edits, isMoved: isBehind, isChosen: chosen.includes(form.id) }]
  })
}

/** An edit that is there already, as after a save whose answer was lost, is none. */
function draftIn(kept: string, rows: readonly SettingRow[]): Draft {
  if (kept === '') return noDraft
  try {
    const { edits, ...plan } = JSON.parse(kept) as Draft
    const open = rows.flatMap((row) => {
      const edit = edits[row.name]
      const isThere = edit && isMoved(edit, row) && isSame(edit.value, row.value)
      return edit && !isThere ? [[row.name, edit] as const] : []
    })
    return open.length === 0 ? noDraft : { ...plan, edits: Object.fromEntries(open) }
  } catch {
    return noDraft
  }
}

export function isMoved(edit: Edit | undefined, row: SettingRow): boolean {
  return edit !== undefined && edit.version !== row.version
}

export function joined(edit: Edit, row: SettingRow): { edit: Edit; clashes: Clash[] } {
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
