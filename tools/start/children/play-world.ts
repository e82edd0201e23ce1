import { appRole } from '../../../apps/server/src/core/db/migrate.ts'
import { openDb } from '../../../apps/server/src/core/db/db.ts'
import { listHeld } from '../../../apps/server/src/seed/games.ts'
import { waitForAnswer } from '../answers.ts'
import { environment, type StartSettings } from '../environment.ts'

type Sandbox = {
  settings: Pick<StartSettings, 'controlPort' | 'variant'>
  databaseUrl: string
  signal: AbortSignal
}

/**
 * Sets the game balances of the sandbox to those of the ledger: the sandbox keeps nothing when it ends, and a refresh
 * would book all of it as lost.
 */
export async function seedSandboxGames({ settings, databaseUrl, signal }: Sandbox): Promise<void> {
  const control = `http://127.0.0.1:${settings.controlPort}`
  await waitForAnswer(`${control}/clock`, { signal })
  const db = openDb({
    url: databaseUrl,
    role: appRole,
    connectionsMax: 1,
    applicationName: 'kapao start',
  })
  try {
    for (const { game, ...account } of await listHeld(db, credentialKey())) {
      // The sports provider has a second address for this variant.
      const place = game === 'sport' && settings.variant === 'laos' ? 'sportlao' : game
      const answer = await fetch(`${control}/games/${place}/account`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
        signal,
      })
      if (!answer.ok) throw new Error(`the sandbox refused ${game}: ${await answer.text()}`)
    }
  } finally {
    await db.close()
  }
}

/** The server's own key, where one is set. */
export function credentialKey(): Buffer | undefined {
  const hex = environment['GAME_CREDENTIAL_KEY']
  return hex && /^[0-9a-f]{64}$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined
}
