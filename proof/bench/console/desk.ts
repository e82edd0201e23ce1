import { fork } from 'node:child_process'
import { join } from 'node:path'
import { consoleMark } from '../../../packages/contract/src/console/limits.ts'
import { sessionCookie } from '../../../apps/server/src/core/console/bridge.ts'
import { systemIds } from '../../../apps/server/src/core/ids.ts'
import type { BenchDatabase } from '../stage.ts'
import { messageOf } from '../transfers/speed/speed-stage.ts'
import type { DeskOptions, DeskReady } from './desk-process.ts'

export type DeskCall = { method: 'GET' | 'POST'; path: string; body?: object }

export type Desk = {
  /** Returns the body; throws where the call was refused. */
  call: <T>(asked: DeskCall) => Promise<T>
  /** Where it is, and who is signed in: for another process that calls it. */
  place: DeskReady
  close: () => void
}

const origin = 'http://localhost:18081'

/** The console over HTTP on a stage's database, with the demo's owner signed in. */
export async function openDesk({ url, ownerDb }: BenchDatabase): Promise<Desk> {
  const options = { databaseUrl: url, origin } satisfies DeskOptions
  const child = fork(join(import.meta.dirname, 'desk-process.ts'), [JSON.stringify(options)])
  const place = await messageOf<DeskReady>(child)
  // An operator must have been registered for a while before they may decide.
  await ownerDb.query(
    `update operators_operator set added_at = now() - interval '9 days', noted_at = now() - interval '9 days'`,
  )
  return {
    call: (asked) => callDesk(place, asked),
    place,
    close: () => void child.kill(),
  }
}

export async function callDesk<T>(
  { port, token }: DeskReady,
  { method, path, body }: DeskCall,
): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      cookie: `${sessionCookie}=${token}`,
      'content-type': 'application/json',
      'x-client': consoleMark,
      'idempotency-key': systemIds.key(),
      'sec-fetch-site': 'same-origin',
      origin,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
