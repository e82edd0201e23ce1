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
  tellActive,
  tellBanks,
  tellContact,
  tellDepositAccounts,
  tellInfo,
  tellSlipWindow,
  tellSources,
  tellTexts,
  tellWithdrawalLimits,
  type LookupDeps,
} from './service.ts'

export function lookupRoutes(app: Api, deps: LookupDeps): void {
  route(app, readActive, () => tellActive(deps))
  route(app, readInfo, () => tellInfo(deps))
  route(app, listBanks, () => tellBanks(deps))
  route(app, listSources, ({ language }) => tellSources(deps, language))
  route(app, readConditions, ({ language }) => tellTexts(deps, language))
  route(app, readAgreements, ({ language }) => tellTexts(deps, language))
  route(app, readNotice, ({ language }) => tellTexts(deps, language))
  route(app, readContact, ({ language }) => tellContact(deps, language))
  route(app, readDepositAccounts, ({ memberId }) => tellDepositAccounts(deps, memberId))
  route(app, readWithdrawalLimits, ({ memberId }) => tellWithdrawalLimits(deps, memberId))
  route(app, readSlipWindow, () => tellSlipWindow(deps))
  route(app, readRegisterOtp, async () => ({
    registerOTP: (await deps.readSettings())['registration.otp'],
  }))
  route(app, readEnableChatWidget, async () => ({
    enableChatWidget: (await deps.readSettings())['chat.widget'],
  }))
}
