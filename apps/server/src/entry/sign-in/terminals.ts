import { terminalCodeMinutes } from '@kapao/contract/console/limits'
import { makeTerminalCode, signInTerminal, touchTerminal } from '@kapao/contract/console/terminals'
import { dayMs, minuteMs } from '@kapao/contract/times'
import { ConsoleRefused, refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { sha256 } from '#core/ids.ts'
import type { Caller, Refusals } from './refusals.ts'
import { findSession, noteTouch, type SessionRow } from './session-store.ts'
import {
  bytesOf,
  freshUntil,
  isOver,
  loadMe,
  startOperatorSession,
  touchOf,
  wayOf,
  type SessionDeps,
} from './sessions.ts'
import { insertChallenge, takeChallenge } from './store.ts'

type TerminalDeps = SessionDeps & Refusals & { origin: string }

/** What a code stands for: the page that made it, and the script it is for. */
type Code = { session: string; script: { label: string; days: number } | null }

/**
 * A terminal signs in with a code that a page has made, never the other way round: a code that a terminal shows and a
 * page confirms would sign in anybody who sends theirs to an operator first.
 */
export function terminalRoutes(api: ConsoleApi, deps: TerminalDeps): void {
  const { db, clock, ids, origin } = deps
  const about = { purpose: 'terminal', bound: null } as const

  consoleRoute(api, makeTerminalCode, async ({ operator: { session } }, { script }) => {
    const code = ids.secret()
    const at = clock.now()
    const goodUntil = new Date(at.getTime() + terminalCodeMinutes * minuteMs)
    const challenge = JSON.stringify({ session, script } satisfies Code)
    await insertChallenge(db, {
      ...about,
      id: idOf(code),
      challenge,
      secret: null,
      goodUntil,
      at,
    })
    return {
      command: `npx kapao sign-in ${code} --console ${origin}`,
      until: goodUntil.toISOString(),
    }
  })

  consoleRoute(api, signInTerminal, async (caller, { code, machine }) => {
    const taken = await takeChallenge(db, { ...about, id: idOf(code), at: clock.now() })
    if (taken === null) return refuseCode(deps, caller)
    const { session, script } = JSON.parse(taken.challenge) as Code
    const page = await findSession(db, bytesOf(session))
    // A page that has ended, or whose operator has, has left no door open behind it.
    if (page === null || isOver(page, clock.now())) return refuseCode(deps, caller)
    const { operator: name, roles } = page
    const arrival = { ...caller, userAgent: script ? `${script.label} (${machine})` : machine }
    const starting = { ...arrival, operator: name, ...lastingOf(page, script, clock.now()) }
    const token = await db.begin((tx) => startOperatorSession(deps, tx, starting))
    const { endsAt } = await loadMe(db, sha256(token))
    return { token, name, roles, isScript: script !== null, endsAt }
  })

  consoleRoute(api, touchTerminal, async ({ operator }, { id }) => {
    const { name, touchedUntil } = operator
    const key = bytesOf(id)
    const found = await findSession(db, key)
    const isOwn = found?.operator === name && !isOver(found, clock.now())
    if (!isOwn || wayOf(found.way) === 'browser') refuseOperator(touchTerminal, 'NOT_FOUND')
    if (found.way === 'script') throw new ConsoleRefused('SCRIPT_WITHOUT_TOUCH')
    // As fresh as the page and never fresher, since it was there that the key was touched.
    await noteTouch(db, key, touchOf(touchedUntil!))
    return { touchedUntil: touchedUntil!.toISOString() }
  })
}

/** The database has the hash of a code, as of every secret. */
function idOf(code: string): string {
  return sha256(code).toString('base64url')
}

function refuseCode({ refuse }: Refusals, caller: Caller): Promise<never> {
  return refuse(caller, { code: 'CHALLENGE_OVER', why: 'question-over' })
}

function lastingOf(page: SessionRow, script: Code['script'], now: Date) {
  if (script === null) return { way: 'terminal', freshUntil: freshUntil(page) } as const
  return { way: 'script', endsAt: new Date(now.getTime() + script.days * dayMs) } as const
}
