import { registerDraftKey } from '#core/session/register-draft.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { Entries, StepName } from './wizard.ts'

/** Where a visitor was, and what was typed by then; anything may be missing. */
export type Draft = Partial<Entries> & { step?: StepName }

/**
 * As long as this tab: a phone may put the page away while its owner looks up the number of their bank account. Never the
 * password, which nobody shall find here.
 */
export function keepDraft(step: StepName, entries: Entries): void {
  const { password: _, passwordAgain: __, ...rest } = entries
  writeStored(registerDraftKey, JSON.stringify({ ...rest, step } satisfies Draft), 'session')
}

export function readDraft(): Draft {
  try {
    return (JSON.parse(readStored(registerDraftKey, 'session') ?? '{}') ?? {}) as Draft
  } catch {
    return {}
  }
}
