import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { listBankBooks } from '../../../apps/server/src/seed/banks.ts'
import { listMoved } from '../../../apps/server/src/seed/moved.ts'
import { listHeld } from '../../../apps/server/src/seed/games.ts'
import { waitForAnswer } from '../answers.ts'
import { environment, type StartSettings } from '../environment.ts'

type Sandbox = {
  settings: Pick<StartSettings, 'controlPort' | 'variant'>
  databaseUrl: string
  signal: AbortSignal
}

/**
 * Gives the sandbox what the books know of it: what its banks have received and paid, the balances at games, what was
 * moved there, and gift links. It keeps nothing when it ends: a refresh would book all balances as lost, and nobody
 * outside would show what was booked.
 */
export async function seedSandbox({ settings, databaseUrl, signal }: Sandbox): Promise<void> {
  const control = `http://127.0.0.1:${settings.controlPort}`
  await waitForAnswer(`${control}/clock`, { signal })
  const db = openDb({
    url: databaseUrl,
    role: appRole,
    connectionsMax: 1,
    applicationName: 'kapao start',
  })
  const send = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${control}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    if (!answer.ok) throw new Error(`the sandbox refused ${path}: ${await answer.text()}`)
  }
  try {
    const { lines, payouts } = await listBankBooks(db, new Date())
    await send('/bank/restore', { lines })
    await send('/payout/restore', { payouts })
    // The sports provider has a second address for this variant.
    const placeOf = (game: string) =>
      game === 'sport' && settings.variant === 'laos' ? 'sportlao' : game
    for (const { game, ...account } of await listHeld(db, credentialKey()))
      await send(`/games/${placeOf(game)}/account`, account)
    const { moves, received } = await listMoved(db, new Date())
    for (const [game, moved] of moves)
      await send(`/games/${placeOf(game)}/restore`, { moves: moved })
    await send('/giftlink/restore', { received })
  } finally {
    await db.close()
  }
}

/** The server's own key, where one is set. */
export function credentialKey(): Buffer | undefined {
  const hex = environment['GAME_CREDENTIAL_KEY']
  return hex && /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined
}
