import type { ContextWith, Capability } from '#context/app-context.ts'
import type { ForgottenDeps } from './forgotten.ts'
import { passwordRoutes } from './routes.ts'

/** Longer than the SMS company takes on a common day, and short enough that a member does not give up. */
const commonAnswerAfterMs = 2_000

/** Changing a password, and resetting a forgotten one. */
export function openPassword(
  context: ContextWith<'db' | 'clock' | 'readSettings' | 'forgottenAnswerAfterMs', 'variant'>,
  around: Omit<ForgottenDeps, 'db' | 'clock' | 'variant' | 'readBrand' | 'answerAfterMs'>,
): Capability {
  const { readSettings, forgottenAnswerAfterMs = commonAnswerAfterMs } = context
  return {
    registerCalls: (api) =>
      passwordRoutes(api, {
        ...context,
        ...around,
        variant: context.config.variant,
        readBrand: async () => (await readSettings())['brand.name'],
        answerAfterMs: forgottenAnswerAfterMs,
      }),
  }
}
