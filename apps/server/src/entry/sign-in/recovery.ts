import { randomBytes } from 'node:crypto'
import { recoveryCodesMade } from '@kapao/contract/console/limits'
import { makeRecoveryCodes } from '@kapao/contract/console/operators'
import { beginRecovery, finishRecovery } from '@kapao/contract/console/sign-in'
import { ConsoleRefused } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { codeOf, readCode, sha256 } from '#core/ids.ts'
import { isEnabled } from '#records/operators/store.ts'
import { noteWay } from './notice-store.ts'
import { askForNew, judgeNew, keepPasskey, type PasskeyDeps } from './passkeys.ts'
import { findCodeOwner, replaceCodes, takeCode } from './recovery-store.ts'
import type { Caller } from './refusals.ts'
import { bytesOf } from './sessions.ts'
import { listPasskeys } from './store.ts'

/** No slow hash: 80 random bits cannot be guessed from a fast one either. */
const hashOf = (code: string): Buffer => sha256(readCode(code) ?? '')

/** A recovery code makes one passkey, and signs nobody in. */
export function recoveryRoutes(api: ConsoleApi, deps: PasskeyDeps): void {
  const { db, clock } = deps

  consoleRoute(api, makeRecoveryCodes, async ({ operator, requestId }) => {
    const { name, session } = operator
    const codes = Array.from({ length: recoveryCodesMade }, () => codeOf(randomBytes(10)))
    await db.begin(async (tx) => {
      await replaceCodes(tx, name, codes.map(hashOf))
      const about = { operator: name, what: 'codes', label: null } as const
      await noteWay(tx, { ...about, session: bytesOf(session), at: clock.now(), requestId })
    })
    return { codes }
  })

  consoleRoute(api, beginRecovery, async (caller, { code }) => {
    const { operator, bound } = await judgeCode(deps, caller, code)
    const own = await listPasskeys(db, operator)
    return askForNew(deps, { purpose: 'recovery', bound }, { operator, own })
  })

  consoleRoute(api, finishRecovery, async (caller, { code, label, ...answered }) => {
    const { operator, bound } = await judgeCode(deps, caller, code)
    const asked = { ...answered, purpose: 'recovery', bound, operator } as const
    const key = await judgeNew(deps, caller, asked)
    const at = clock.now()
    await db.begin(async (tx) => {
      if (!(await takeCode(tx, hashOf(code), at))) throw new ConsoleRefused('RECOVERY_CODE_WRONG')
      await keepPasskey(tx, { ...key, label })
      const { requestId } = caller
      await noteWay(tx, { operator, what: 'recovered', label, session: null, at, requestId })
    })
    return { message: 'SUCCESS' as const }
  })
}

async function judgeCode(
  deps: PasskeyDeps,
  caller: Caller,
  code: string,
): Promise<{ operator: string; bound: string }> {
  const { db } = deps
  const hash = hashOf(code)
  const operator = await findCodeOwner(db, hash)
  if (operator !== null && (await isEnabled(db, operator)))
    return { operator, bound: hash.toString('base64url') }
  const refusal = { code: 'RECOVERY_CODE_WRONG', why: 'recovery-code-wrong' } as const
  return deps.refuse(caller, { ...refusal, name: operator })
}
