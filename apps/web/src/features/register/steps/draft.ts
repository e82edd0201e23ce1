import { registerDraftKey } from '#core/session/register-draft.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { Entries, StepName } from './wizard.ts'

/** The step that a visitor had reached, and the input so far; anything may be missing. */
export type Draft = Partial<Entries> & { step?: StepName }

/**
 * Kept as long as this tab: a phone may discard the page while its owner looks up a bank account number. Never the
 * password, which must not be found here.
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
