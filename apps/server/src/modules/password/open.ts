import type { ContextWith, Capability } from '#app-context'
import type { ForgottenDeps } from './forgotten.ts'
import type { Hasher } from './hasher.ts'
import { passwordRoutes } from './routes.ts'

type Uses = Pick<
  ForgottenDeps,
  | 'findMember'
  | 'findCredential'
  | 'lockCredential'
  | 'setPasswordHash'
  | 'endAllOf'
  | 'notifyMember'
  | 'readPhone'
  | 'sendCode'
  | 'verifyCode'
> & { hasher: Hasher }

/** Longer than the SMS company takes on a common day, and short enough that a member does not give up. */
const commonAnswerAfterMs = 2_000

/** Changing a password, and resetting a forgotten one. */
export function openPassword(
  context: ContextWith<'db' | 'clock' | 'readSettings' | 'forgottenAnswerAfterMs'>,
  uses: Uses,
): Capability {
  const { readSettings, forgottenAnswerAfterMs = commonAnswerAfterMs } = context
  return {
    registerCalls: (api) =>
      passwordRoutes(api, {
        ...context,
        ...uses,
        readBrand: async () => (await readSettings())['brand.name'],
        answerAfterMs: forgottenAnswerAfterMs,
      }),
  }
}
