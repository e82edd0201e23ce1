import { joinAskedHours, joinHours } from '@kapao/contract/console/limits'
import { beginJoin, finishJoin, readJoin } from '@kapao/contract/console/sign-in'
import { hourMs } from '@kapao/contract/times'
import { OperatorRefused } from '#core/refused.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { ConsoleRefused } from '#core/console/refuse.ts'
import type { Queryable, Tx } from '#core/db/db.ts'
import { networkOf } from '#core/limits/rate-limit.ts'
import { codeOf, readCode, sha256 } from '#core/ids.ts'
import type { Joins, JoinProblem } from '#records/operators/desk.ts'
import { findJoin, insertJoin, noteAsked, takeJoin, type Join } from './join-store.ts'
import { noteWay } from './notice-store.ts'
import { askForNew, judgeNew, keepPasskey, type PasskeyDeps } from './passkeys.ts'
import { findPasskey } from './store.ts'

/** More than any service adds in a day, from one office or from all. */
const open = { networkMax: 20, allMax: 500 }

type Key = { id: string; publicKey: Buffer }

/** Nobody can make a second key with the code of another, nor use one key under two names by one code. */
function joinCodeOf(name: string, { id, publicKey }: Key): string {
  const parts = ['kapao join', name, id, publicKey.toString('base64url')]
  return codeOf(sha256(parts.join('\n')))
}

export function joinRoutes(api: ConsoleApi, deps: PasskeyDeps): void {
  const { db, clock } = deps
  const about = (name: string) => ({ purpose: 'join', bound: name }) as const

  // The keys of an operator who has that name already are not named: anybody may ask.
  consoleRoute(api, beginJoin, (_caller, { name }) =>
    askForNew(deps, about(name), { operator: name, own: [] }),
  )

  consoleRoute(api, finishJoin, async (caller, { name, label, ...answered }) => {
    const key = await judgeNew(deps, caller, { ...answered, ...about(name), operator: name })
    if (await findPasskey(db, key.id)) throw new ConsoleRefused('PASSKEY_KNOWN')
    const code = joinCodeOf(name, key)
    const goodUntil = new Date(clock.now().getTime() + joinHours * hourMs)
    const network = networkOf(caller.address)
    const join = { ...key, label, code: readCode(code)!, name, network, goodUntil }
    await db.begin((tx) => insertJoin(tx, join, open))
    return { code, until: goodUntil.toISOString() }
  })

  consoleRoute(api, readJoin, async (_caller, { code }) => ({
    state: stateOf(await findTyped(db, code), clock.now()),
  }))
}

function stateOf(join: Join | null, at: Date): 'open' | 'asked' | 'added' | 'over' {
  if (join?.addedAt) return 'added'
  if (!join || join.goodUntil <= at) return 'over'
  return join.askedAt ? 'asked' : 'open'
}

async function findTyped(on: Queryable, typed: string): Promise<Join | null> {
  const code = readCode(typed)
  return code === null ? null : findJoin(on, code)
}

type JoinAttempt = { code: string; name: string; at: Date }

/** What adding an operator by a code asks and does here. */
export const joins: Joins = { findProblem: findJoinProblem, keep: keepJoin, admit: admitJoin }

/** Why this code adds nobody under this name; null where it does. */
async function findJoinProblem(
  on: Queryable,
  { code, name, at }: JoinAttempt,
): Promise<JoinProblem | null> {
  const join = await findTyped(on, code)
  const state = stateOf(join, at)
  if (state === 'over' || state === 'added') return 'JOIN_CODE_UNKNOWN'
  return join!.name === name ? null : 'JOIN_CODE_OTHER_NAME'
}

/** A second operator may come days later. */
function keepJoin(on: Queryable, { code, at }: Omit<JoinAttempt, 'name'>): Promise<void> {
  const goodUntil = new Date(at.getTime() + joinAskedHours * hourMs)
  return noteAsked(on, { code: readCode(code)!, at, goodUntil })
}

/** Makes the key of a code the passkey of the operator who is added in this transaction; a code is good once. */
export async function admitJoin(
  tx: Tx,
  { code, name, at, requestId }: JoinAttempt & { requestId: string },
): Promise<void> {
  const key = await takeJoin(tx, { code: readCode(code) ?? '', name, at })
  if (!key)
    throw new OperatorRefused(
      `The code of ${name} is over, was used, or was made for another name; have them make a new one.`,
    )
  await keepPasskey(tx, { ...key, at })
  await noteWay(tx, {
    operator: name,
    what: 'joined',
    label: key.label,
    session: null,
    at,
    requestId,
  })
}
