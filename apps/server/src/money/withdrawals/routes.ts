import {
  readCurrentWithdrawal,
  withdraw as withdrawCall,
  withdrawAll as withdrawAllCall,
} from '@kapao/contract/withdrawals'
import { route, acceptCall, type Api } from '#core/calls/route.ts'
import { withdraw, withdrawAll, type WithdrawalDeps } from './begin.ts'
import { receiptOf, viewOf, type ViewDeps } from './view.ts'

export function withdrawalRoutes(app: Api, deps: WithdrawalDeps & ViewDeps): void {
  const readView = viewOf(deps)
  route(app, withdrawCall, async (caller, { amount }) => {
    const receipt = receiptOf(await withdraw(deps, caller, amount))
    await deps.failpoint('withdrawal.before-reply')
    return { message: 'SUCCESS' as const, receipt }
  })
  route(app, withdrawAllCall, async (caller, { amount }) => {
    const held = await withdrawAll(deps, caller, amount)
    await deps.failpoint('withdrawal.before-reply')
    return held === 'pending'
      ? acceptCall('TRANSFER_PENDING')
      : { message: 'SUCCESS' as const, receipt: receiptOf(held) }
  })
  route(app, readCurrentWithdrawal, ({ memberId }) => readView(memberId))
}
