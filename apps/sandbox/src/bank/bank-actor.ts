import type { Actor, World } from '../actor.ts'
import type { Transfers } from '../slips/transfers.ts'
import { createBank } from './accounts.ts'
import { bankSection } from './bank-section.ts'
import { bankControlCalls } from './control-calls.ts'
import { statementRoutes } from './statement.ts'

/** The banks that hold the operator's accounts, their feeds and SMS, and the people who pay into them. */
export function createBankActor(world: World, transfers: Transfers): Actor {
  const bank = createBank(world.clock)
  return {
    name: 'bank',
    title: 'Bank',
    routes: (stage) => statementRoutes(stage, bank),
    control: bankControlCalls({ ...world, bank, transfers }),
    panel: () => bankSection(bank),
    reset: () => bank.reset(),
  }
}
