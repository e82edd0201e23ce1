import { textOfMoney } from '@kapao/contract/money'
import {
  differenceSettling,
  houseOpening,
  type DifferenceWhat,
} from '#desk/decisions/guarded/house.ts'
import type { Comparison } from '#desk/recovery/settle.ts'
import type { GuardedCommand } from '../second.ts'

export const houseOpened: GuardedCommand<{ why: string }, number> = {
  guarded: houseOpening,
  answer: (_desk, _what, epoch) => ({ text: 'The house is open.', json: { epoch, state: 'open' } }),
}

export const differenceSettled: GuardedCommand<DifferenceWhat, Comparison> = {
  guarded: differenceSettling,
  answer: (_desk, { memberId, game, moved }, { reported, play }) => {
    const text = (amount: bigint): string => textOfMoney({ ...reported, amount })
    const net = text(BigInt(moved))
    return {
      text: `${memberId} has ${text(reported.amount)} ${reported.currency} at ${game}: ${net} moved there, ${text(play)} by play. Its item still holds what it holds: kapao work list suspicion.`,
      json: { memberId, game, moved: net, play: text(play), balance: text(reported.amount) },
    }
  },
}
