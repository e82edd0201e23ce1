import type { Payer } from '#outside/arrival.ts'
import { contradictsHolder, type Holder } from '#outside/bank/payer.ts'
import { compareNames } from './names.ts'

/** The member asks for money by a slip of their own, so names are compared as strictly as those on slips. */
export function contradictsPayer(payer: Payer, holder: Holder): boolean {
  return contradictsHolder(
    payer,
    holder,
    (reported, registered) => compareNames(reported, registered) === 'different',
  )
}

const tailMin = 4

/** The visible end of the payer's account number; null if it is too short to look members up by. */
export function tailOf({ account = '' }: Payer): string | null {
  const [tail = ''] = /\d+$/.exec(account) ?? []
  return tail.length >= tailMin ? tail : null
}
