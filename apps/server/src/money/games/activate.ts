import type { CrashPoint } from '#core/jobs/failpoint.ts'
import { recordAudit } from '#core/audit/audit-store.ts'
import { Refused } from '#core/refused.ts'
import { shareRuns } from '#core/lines/share-runs.ts'
import type { AccountResult, GameClient, AccountRequest } from '#outside/games/client.ts'
import { loadGame, type GameCaller, type GamesDeps } from './catalogue.ts'
import {
  claimOpening,
  deleteOpening,
  endOpening,
  findAccount,
  insertAccount,
  releaseOpening,
  type RequestedAccount,
} from './store.ts'

export type ActivateDeps = GamesDeps & {
  /** Lets tests end the process here; does nothing elsewhere. */
  failpoint: (step: CrashPoint) => Promise<void>
}

/** Longer than all attempts of one call together; after a death the next call waits this long. */
const heldMs = 60_000
const asksMax = 3
const askAgainAfterMs = 300
/** A caller who has waited longer does not wait for another attempt. */
const asksWithinMs = 6_000

/**
 * Opens one account at a provider, however many calls and processes ask at once: the name is stored before the provider
 * is called, and every later attempt uses the same name. Concurrent calls in this process share the answer.
 */
export function openActivating(
  deps: ActivateDeps,
): (caller: GameCaller, code: string) => Promise<void> {
  const share = shareRuns<void>()
  return (caller, code) =>
    share(`${caller.memberId} ${code}`, () => activateGame(deps, caller, code))
}

type LedgerAccountRequest = Parameters<GamesDeps['openLedgerAccount']>[1]

async function activateGame(deps: ActivateDeps, caller: GameCaller, code: string): Promise<void> {
  const { db, clock, ids, box } = deps
  const { memberId } = caller
  const { game, currency } = await loadGame(deps, memberId, code)
  if (await findAccount(db, memberId, code)) throw new Refused('SLOT_ALREADY_ACTIVE')
  const client = deps.findClient(game)
  if (!client || !box) throw new Refused('SLOT_ACTIVATE_FAIL')

  const at = clock.now()
  const claim = {
    memberId,
    game: code,
    username: `k${ids.code().toLowerCase()}`,
    passwordBox: box.close(newPassword(ids.secret()), { memberId, game: code }),
    heldUntil: new Date(at.getTime() + heldMs),
    at,
  }
  const claimed = await db.begin((tx) => claimOpening(tx, claim))
  if (claimed.state === 'active') throw new Refused('SLOT_ALREADY_ACTIVE')
  // Another process is opening it, or died while doing so: soon it is open, or may be tried again.
  if (claimed.state === 'busy') throw new Refused('REQUEST_IN_PROGRESS')
  const { opening } = claimed
  await deps.failpoint('game-account.claimed')
  const password = box.open(opening.passwordBox, { memberId, game: code })
  const { created, mayExist } = await askFor(deps, client, {
    player: { username: opening.username, password, currency, owner: memberId },
    mayExist: claimed.mayExist,
  })
  await deps.failpoint('game-account.answered')
  if (created.outcome === 'done')
    return settle(deps, caller, { opening, username: created.username, currency })
  // A name that certainly has no account, or whose outcome cannot be found out, is not used again.
  const isOver = created.outcome === 'lost' || (created.outcome !== 'unknown' && !mayExist)
  if (isOver) await deleteOpening(db, opening)
  else await releaseOpening(db, opening, clock.now())
  throw new Refused('SLOT_ACTIVATE_FAIL')
}

type ActivationRequest = { player: Omit<AccountRequest, 'mayExist'>; mayExist: boolean }

/** A lost answer is found by asking again for the same name, usually while the member still waits. */
async function askFor(
  { clock }: ActivateDeps,
  client: GameClient,
  { player, mayExist }: ActivationRequest,
): Promise<{ created: AccountResult; mayExist: boolean }> {
  const untilMs = clock.now().getTime() + asksWithinMs
  let created = await client.createAccount({ ...player, mayExist })
  let asked = 1
  while (created.outcome === 'unknown' && asked < asksMax && clock.now().getTime() < untilMs) {
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs))
    created = await client.createAccount({ ...player, mayExist: true })
    asked += 1
  }
  return { created, mayExist: mayExist || asked > 1 }
}

type ActivatedAccount = {
  opening: RequestedAccount
  username: string
  currency: LedgerAccountRequest['currency']
}

/** Stores the account, once; a second process that opened the same one changes nothing. */
async function settle(
  { db, clock, openLedgerAccount }: ActivateDeps,
  { memberId, requestId }: GameCaller,
  { opening, username, currency }: ActivatedAccount,
): Promise<void> {
  const at = clock.now()
  const { game, passwordBox } = opening
  await db.begin(async (tx) => {
    await endOpening(tx, opening)
    if (!(await insertAccount(tx, memberId, { game, username, passwordBox, at }))) return
    await openLedgerAccount(tx, { memberId, game, currency })
    await recordAudit(tx, {
      at,
      actor: `member:${memberId}`,
      requestId,
      action: 'games.activate',
      subject: memberId,
      after: { game, username },
    })
  })
}

/** Sixteen letters and digits: every provider accepts them, and 90 bits are enough. */
export function newPassword(secret: string): string {
  return `K${secret.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}7`
}
