import { typedKey } from '#core/session/typed.ts'
import { readStored, writeStored } from '#core/storage.ts'
import type { Entries, StepName } from './wizard.ts'

/** Where a visitor was, and what was typed by then; anything may be missing. */
export type Typed = Partial<Entries> & { step?: StepName }

/**
 * As long as this tab: a phone may put the page away while its owner looks up the number of their bank account. Never the
 * password, which nobody shall find here.
 */
export function keepTyped(step: StepName, entries: Entries): void {
  const { password: _, passwordAgain: __, ...rest } = entries
  writeStored(typedKey, JSON.stringify({ ...rest, step } satisfies Typed), 'session')
}

export function readTyped(): Typed {
  try {
    return (JSON.parse(readStored(typedKey, 'session') ?? '{}') ?? {}) as Typed
  } catch {
    return {}
  }
}
