import type { AttackName } from './attacks/all.ts'
import type { Crew, BenchWorld, Wish } from './world.ts'

export type Act = {
  name: string
  attack: AttackName | null
  seconds: number
  /** How many members attack, and at which providers they have accounts. */
  attackers?: number
  games?: readonly string[]
  faults?: readonly Record<string, unknown>[]
  /** How many other members act meanwhile, and their expectations. */
  others?: number
  wish?: (world: BenchWorld, crew: Crew) => Promise<Wish[]>
  /** They act when the attack is over. */
  isAfter?: boolean
  /** Prepares the state, before the attack. */
  before?: (world: BenchWorld, crew: Crew) => Promise<void>
  /** Members whose own calls have no guarantee, as their calls are the act. */
  isCrowd?: boolean
}
