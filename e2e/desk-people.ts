import { createHash, randomBytes } from 'node:crypto'
import type { Browser } from '@playwright/test'
import type { Role } from '../packages/contract/src/console/roles.ts'
import { sessionCookie } from '../apps/server/src/core/console/bridge.ts'
import { openDesk, type Desk } from './console-desk.ts'
import { makeItems, passDays } from './console-items.ts'
import { withDb } from './database.ts'
import type { OwnCopy } from './own-copy.ts'

/** A browser in which one more operator of the demo has just signed in, who has been here for days. */
export async function openDeskAs(
  { browser, copy }: { browser: Browser; copy: OwnCopy },
  { name, roles }: { name: string; roles: readonly Role[] },
): Promise<Desk> {
  const token = randomBytes(32).toString('base64url')
  await withDb(copy.databaseUrl, async (db) => {
    await db.query(
      `insert into operators_operator (name, token_hash, created_at, created_by)
       values ($1, $2, now(), 'system:seed')`,
      [name, randomBytes(32)],
    )
    for (const role of roles)
      await db.query(
        `insert into operators_role (operator, role, given_by) values ($1, $2, 'system:seed')`,
        [name, role],
      )
    await db.query(
      `insert into sign_in_session (key, operator, way, started_at, last_used_at, ends_at, touched_at, address, device)
       values ($1, $2, 'demo', now(), now(), now() + interval '1 hour', now(), '127.0.0.1', 'e2e')`,
      [createHash('sha256').update(token).digest(), name],
    )
  })
  await passDays(copy.databaseUrl)
  const desk = await openDesk(browser, copy)
  const url = copy.console.replace('http:', 'https:')
  await desk.page.context().addCookies([{ name: sessionCookie, value: token, url, httpOnly: true }])
  return desk
}

/** The id of the member with this phone. */
export function memberIdOf({ databaseUrl }: OwnCopy, phone: string): Promise<string> {
  return makeItems(databaseUrl, phone, async (_, id) => id)
}
