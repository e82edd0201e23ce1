import { recordAudit } from '#core/audit.ts'
import { Refused } from '#core/refuse.ts'
import { loadGame, type GamesDeps } from './catalogue.ts'
import { findAccount, insertAccount } from './store.ts'

/** Opens an account at a provider. A lost answer leaves an account there that nobody uses; the next try opens another. */
export async function activateGame(
  deps: GamesDeps,
  caller: { memberId: string; requestId: string },
  code: string,
): Promise<void> {
  const { db, clock, ids, box } = deps
  const { memberId, requestId } = caller
  const { game, currency } = await loadGame(deps, memberId, code)
  if (await findAccount(db, memberId, code)) throw new Refused('SLOT_ALREADY_ACTIVE')
  const client = deps.findClient(game)
  if (!client || !box) throw new Refused('SLOT_ACTIVATE_FAIL')

  const player = { username: `k${ids.code().toLowerCase()}`, password: newPassword(ids.secret()) }
  const created = await client.createAccount({ ...player, currency })
  if (created.outcome !== 'done') throw new Refused('SLOT_ACTIVATE_FAIL')

  const at = clock.now()
  await db.begin(async (tx) => {
    const passwordBox = box.close(player.password, { memberId, game: code })
    const account = { game: code, username: created.username, passwordBox, at }
    if (!(await insertAccount(tx, memberId, account))) throw new Refused('SLOT_ALREADY_ACTIVE')
    await deps.openLedgerAccount(tx, { memberId, game: code, currency })
    await recordAudit(tx, {
      at,
      actor: `member:${memberId}`,
      requestId,
      action: 'games.activate',
      subject: memberId,
      after: { game: code, username: created.username },
    })
  })
}

/** Sixteen letters and digits: every provider takes them, and 90 bits are enough. */
export function newPassword(secret: string): string {
  return `K${secret.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 14)}7`
}
