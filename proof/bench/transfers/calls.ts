import { send, type Answer } from '../../../apps/server/src/testing/worlds/test-app.ts'
import type { Fault } from './scenes.ts'
import type { Player } from './world.ts'

export type Call = { name: string; token: string; key: string; body: object }
export type CaseOf = { player: Player; fault: Fault; call: Call; before: bigint }

export function ask(address: string, { name, token, key, body }: Call): Promise<Answer> {
  return send(address, name, { token, body, headers: { 'idempotency-key': key } })
}
