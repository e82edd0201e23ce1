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
  tellBanks,
  tellContact,
  loadDepositAccounts,
  tellInfo,
  tellSlipWindow,
  tellSources,
  readTexts,
  tellWithdrawalLimits,
  type LookupDeps,
} from './service.ts'

export function lookupRoutes(app: Api, deps: LookupDeps): void {
  route(app, readActive, () => readActiveState(deps))
  route(app, readInfo, () => tellInfo(deps))
  route(app, listBanks, () => tellBanks(deps))
  route(app, listSources, ({ language }) => tellSources(deps, language))
  route(app, readConditions, ({ language }) => readTexts(deps, language))
  route(app, readAgreements, ({ language }) => readTexts(deps, language))
  route(app, readNotice, ({ language }) => readTexts(deps, language))
  route(app, readContact, ({ language }) => tellContact(deps, language))
  route(app, readDepositAccounts, ({ memberId }) => loadDepositAccounts(deps, memberId))
  route(app, readWithdrawalLimits, ({ memberId }) => tellWithdrawalLimits(deps, memberId))
  route(app, readSlipWindow, () => tellSlipWindow(deps))
  route(app, readRegisterOtp, async () => ({
    registerOTP: (await deps.readSettings())['registration.otp'],
  }))
  route(app, readEnableChatWidget, async () => ({
    enableChatWidget: (await deps.readSettings())['chat.widget'],
  }))
}
