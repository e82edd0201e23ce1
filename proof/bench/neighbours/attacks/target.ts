import { systemIds } from '../../../../apps/server/src/core/ids.ts'
import {
  send,
  type Answer,
  type CallOptions,
} from '../../../../apps/server/src/testing/worlds/test-app.ts'
import type { Member } from '../world.ts'

/** The target of an attack, the attacking members and the duration; every attack is bounded by both. */
export type Target = {
  app: string
  console: string
  members: readonly Member[]
  seconds: number
}

export type Attack = (target: Target) => Promise<void>

/** Sends an attacker's request; the reply does not matter. */
export function ask(
  { app }: Pick<Target, 'app'>,
  name: string,
  { from, ...options }: CallOptions & { from: string },
): Promise<Answer | null> {
  const headers = {
    'x-forwarded-for': from,
    'idempotency-key': systemIds.key(),
    ...options.headers,
  }
  return send(app, name, { ...options, headers }).catch(() => null)
}

export function askAs(
  target: Pick<Target, 'app'>,
  { token, from }: Member,
  [name, body]: readonly [name: string, body?: unknown],
): Promise<Answer | null> {
  return ask(target, name, { token, from, ...(body === undefined ? {} : { body }) })
}

/** Repeats until the time is over. */
export async function repeat(
  { seconds }: Pick<Target, 'seconds'>,
  once: (turn: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + seconds * 1_000
  for (let turn = 0; performance.now() < end; turn += 1) await once(turn)
}

export const times = <T>(count: number, once: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => once(at))
