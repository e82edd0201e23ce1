import { hkdfSync } from 'node:crypto'
import { passwordBox } from '#money/games/password-box.ts'
import { hasOwnOperators, isEnabled } from '#records/operators/store.ts'
import { isGuessable } from '#entry/password/rule.ts'
import { admitJoin, findJoinProblem, keepJoin } from '#entry/sign-in/joining.ts'
import { listWays } from '#entry/sign-in/store.ts'
import type { Config } from '#context/config.ts'

export const operatorUses = {
  listWays,
  joins: { findProblem: findJoinProblem, keep: keepJoin, admit: admitJoin },
}

/** The operators that the seed of a demo house makes. */
export const demoOperators = { owner: 'demo-owner', cashier: 'demo-cashier' } as const

export function signInUses({ games: { credentialKey } }: Pick<Config, 'games'>) {
  return {
    isEnabled,
    hasOwnOperators,
    isCommon: isGuessable,
    demoNames: Object.values(demoOperators),
    box: credentialKey && secretBox(credentialKey),
  }
}

/** As members' passwords at providers are kept, under a key that is derived for this use and opens none of those. */
function secretBox(credentialKey: Buffer) {
  const key = Buffer.from(hkdfSync('sha256', credentialKey, '', 'kapao console codes', 32))
  const box = passwordBox(key)
  const ownerOf = (operator: string) => ({ memberId: `operator:${operator}`, game: 'console' })
  return {
    close: (secret: string, operator: string) => box.close(secret, ownerOf(operator)),
    open: (sealed: Buffer, operator: string) => box.open(sealed, ownerOf(operator)),
  }
}
