import type { openStatements } from '#outside/bank/client.ts'
import type { DoorFigures } from '#outside/door-figures.ts'
import type { openGames } from '#outside/games/open.ts'
import type { openGateways } from '#outside/gateways/open.ts'
import type { openGiftLink } from '#outside/giftlink/client.ts'
import type { openPayouts } from '#outside/payout/open.ts'
import type { openSlipService } from '#outside/slips/client.ts'
import type { openSms } from '#outside/sms/client.ts'

/** The clients of all outside systems. `system/outside.ts` opens them, once for a process. */
export type Outside = {
  sms: ReturnType<typeof openSms>
  /** Null where the bank gives no statements. */
  statements: ReturnType<typeof openStatements>
  slipService: ReturnType<typeof openSlipService>
  giftWallet: ReturnType<typeof openGiftLink>
  payouts: ReturnType<typeof openPayouts>
  gateways: ReturnType<typeof openGateways>
  games: ReturnType<typeof openGames>
  registerFigures: DoorFigures['registerOn']
  /** When a party last gave this process a good answer. */
  lastAnswer: DoorFigures['lastAnswer']
}
