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
  | 'tellMember'
  | 'readPhone'
  | 'sendCode'
  | 'verifyCode'
> & { hasher: Hasher }

/** Longer than the SMS company takes on a common day, and not so long that a member gives up. */
const commonAnswerAfterMs = 2_000

/** The change of a password, and the forgotten one. */
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
