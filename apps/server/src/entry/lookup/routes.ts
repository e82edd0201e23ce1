import {
  listBanks,
  listSources,
  readActive,
  readAgreements,
  readConditions,
  readContact,
  readDepositAccounts,
  readEnableChatWidget,
  readInfo,
  readNotice,
  readRegisterOtp,
  readSlipWindow,
  readWithdrawalLimits,
} from '@kapao/contract/lookup'
import { route, type Api } from '#core/calls/route.ts'
import {
  readActiveState,
  loadBanks,
  loadContact,
  loadDepositAccounts,
  loadInfo,
  loadSlipWindow,
  loadSources,
  readTexts,
  loadWithdrawalLimits,
  type LookupDeps,
} from './service.ts'

export function lookupRoutes(app: Api, deps: LookupDeps): void {
  route(app, readActive, () => readActiveState(deps))
  route(app, readInfo, () => loadInfo(deps))
  route(app, listBanks, () => loadBanks(deps))
  route(app, listSources, ({ language }) => loadSources(deps, language))
  route(app, readConditions, ({ language }) => readTexts(deps, language))
  route(app, readAgreements, ({ language }) => readTexts(deps, language))
  route(app, readNotice, ({ language }) => readTexts(deps, language))
  route(app, readContact, ({ language }) => loadContact(deps, language))
  route(app, readDepositAccounts, ({ memberId }) => loadDepositAccounts(deps, memberId))
  route(app, readWithdrawalLimits, ({ memberId }) => loadWithdrawalLimits(deps, memberId))
  route(app, readSlipWindow, () => loadSlipWindow(deps))
  route(app, readRegisterOtp, async () => ({
    registerOTP: (await deps.readSettings())['registration.otp'],
  }))
  route(app, readEnableChatWidget, async () => ({
    enableChatWidget: (await deps.readSettings())['chat.widget'],
  }))
}
