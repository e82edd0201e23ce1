import {
  addPasskey,
  askForOwnPasskey,
  askForPasskey,
  listPasskeys,
  removePasskey,
} from '@kapao/contract/passkeys'
import { dayMs } from '@kapao/contract/times'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { route } from '#core/calls/route.ts'
import { askToSign, type PasskeyAnswer } from '#core/passkeys/ceremony.ts'
import { Refused } from '#core/refused.ts'
import { judgeShown, type ShownPasskey } from './judge.ts'
import { addOwn, askForOwn, hasPlace, listOwn, removeOwn, type OwnDeps } from './own.ts'
import { openQuestions } from './question.ts'
import { deleteAnsweredBefore } from './store.ts'

export type Passkeys = Capability & {
  judge: (answer: PasskeyAnswer) => Promise<ShownPasskey | null>
  mayAdd: (memberId: string) => Promise<boolean>
}

/** Passkeys of members, beside their passwords. */
export function openPasskeys(
  context: ContextWith<'db' | 'clock' | 'ids' | 'readSettings', 'walletOrigin'>,
): Passkeys {
  const { db, clock, config, readSettings } = context
  const origin = config.walletOrigin
  const questions = openQuestions(context)
  const readBrand = async () => (await readSettings())['brand.name']
  const deps: OwnDeps = { db, clock, questions, origin, readBrand }
  const done = { message: 'SUCCESS' } as const
  return {
    judge: (answer) => judgeShown(deps, answer),
    mayAdd: (memberId) => hasPlace(deps, memberId),
    registerCalls: (api) => {
      route(api, askForPasskey, async () => {
        if (origin === null) throw new Refused('PASSKEY_REFUSED')
        return { options: await askToSign(origin, [], await questions.make('shown')) }
      })
      route(api, askForOwnPasskey, async (caller) => ({ options: await askForOwn(deps, caller) }))
      route(api, listPasskeys, async ({ memberId }) => ({
        passkeys: await listOwn(deps, memberId),
      }))
      route(api, addPasskey, async (caller, { answer }) => {
        await addOwn(deps, caller, answer)
        return done
      })
      route(api, removePasskey, async (caller, { id }) => {
        await removeOwn(deps, caller, id)
        return done
      })
    },
    jobs: [
      {
        name: 'passkeys.forgetAnswered',
        everyMs: dayMs,
        run: () => deleteAnsweredBefore(db, clock.now()),
      },
    ],
  }
}
