import { setPriority } from 'node:os'
import type { Target } from './attacks/target.ts'
import { attacks, type AttackName } from './attacks/all.ts'

/**
 * Makes one attack after the other, in a separate process: in reality it would run on another machine and use none of
 * the server's processor time.
 */
export type Mission = { attack: AttackName; target: Target }
const attackersPriority = 10

setPriority(attackersPriority)
process.on('message', ({ attack, target }: Mission) => {
  void attacks[attack](target).then(
    () => process.send!({ ended: null }),
    (error: unknown) => process.send!({ ended: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
