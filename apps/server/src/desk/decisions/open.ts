import { isAskable } from '#channels/bankfeed/unproven-store.ts'
import { openDecide } from './decide.ts'
import type { DeskParts } from './guarded/guarded.ts'
import { openMoneyDesk } from './money-desk.ts'
import { openOtherSides } from './other-side.ts'

export type Decisions = ReturnType<typeof openDeciding>

/** The decision functions of operators; a process opens them once, with one line to each system outside. */
export function openDeciding(deps: DeskParts) {
  const { db, clock } = deps
  const decide = openDecide(deps)
  const sides = openOtherSides(deps)
  const { deposits, withdrawals } = openMoneyDesk(deps)
  return {
    decide,
    deposits: {
      ...deposits,
      decide,
      findAgainst: sides.statementAgainst,
      isUnshown: (id: string) => isAskable(db, id),
    },
    transfers: { db, clock, decide, findAgainst: sides.transferAgainst },
    withdrawals: { ...withdrawals, decide, findAgainst: sides.payoutAgainst },
    giftlinks: { db, clock, decide, findAgainst: sides.giftAgainst },
    qrcodes: { db, clock, decide },
  }
}
