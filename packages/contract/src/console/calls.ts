import type { z } from 'zod'
import type { ConsoleEndpointShape } from './endpoint.ts'
import * as house from './house.ts'
import * as inbox from './inbox.ts'
import {
  checkReceipt,
  listFlagged,
  listLargest,
  listMembers,
  searchMembers,
} from './find-members.ts'
import * as members from './members.ts'
import * as notices from './notices.ts'
import * as operators from './operators.ts'
import * as payouts from './payouts.ts'
import { readPreview } from './preview.ts'
import { addPicture, listPictures } from './pictures.ts'
import * as rewards from './reward-calls.ts'
import * as settings from './setting-calls.ts'
import * as signIn from './sign-in.ts'
import * as terminals from './terminals.ts'
import { weighMember } from './weigh.ts'
import * as work from './work.ts'
import * as workCalls from './work-calls.ts'

/** Every call of the console by its word; the member's page imports none of this. */
export const consoleCallsByWord = {
  signIn: [
    signIn.readDesk,
    signIn.readMe,
    signIn.beginSignIn,
    signIn.finishSignIn,
    signIn.signInByPassword,
    signIn.signInAsDemo,
    signIn.beginTouch,
    signIn.finishTouch,
    signIn.touchByPassword,
    signIn.signOut,
    signIn.beginJoin,
    signIn.finishJoin,
    signIn.readJoin,
    signIn.beginRecovery,
    signIn.finishRecovery,
    signIn.readEnrolment,
    signIn.beginEnrolment,
    signIn.finishEnrolment,
    signIn.beginPassword,
    signIn.finishPassword,
  ],
  terminals: [terminals.makeTerminalCode, terminals.signInTerminal, terminals.touchTerminal],
  house: [
    house.readHouse,
    house.readDoors,
    house.readChecks,
    house.confirmCheck,
    house.sendTestSms,
  ],
  operators: [
    operators.listOperators,
    operators.addOperator,
    operators.changeRoles,
    operators.disableOperator,
    operators.enableOperator,
    operators.readOwn,
    operators.beginOwnPasskey,
    operators.finishOwnPasskey,
    operators.endOwnPasskey,
    operators.endOwnSession,
    operators.makeRecoveryCodes,
    operators.readNotices,
    operators.markNotices,
    operators.listAudit,
  ],
  work: [
    work.listWork,
    work.countWork,
    work.readWork,
    workCalls.findWork,
    weighMember,
    workCalls.takeWork,
    workCalls.showPayer,
    work.decideWork,
    workCalls.undoWork,
  ],
  settings: [
    settings.listSettings,
    settings.lookSettings,
    settings.saveSettings,
    settings.setSetting,
    settings.endSettingPlan,
    settings.readSettingHistory,
    readPreview,
  ],
  rewards: [
    rewards.listRewards,
    rewards.readReward,
    rewards.readRewardPeriods,
    rewards.lookReward,
    rewards.saveReward,
    rewards.switchReward,
    rewards.voidCoupon,
  ],
  pictures: [addPicture, listPictures],
  slips: [workCalls.readSlip],
  members: [
    listMembers,
    listLargest,
    listFlagged,
    searchMembers,
    members.readMember,
    members.readBalance,
    members.readTimeline,
    members.readMovement,
    checkReceipt,
    rewards.readMemberRewards,
    members.showNumber,
    members.noteMember,
    members.unlockMember,
    members.endMemberSessions,
    members.setMemberActive,
    members.changeMemberBank,
    members.takeBackDeposit,
  ],
  notices: [notices.listNotices, notices.sendNoticeAgain],
  payouts: [payouts.readStops, payouts.stopPayouts, payouts.resumePayouts],
  inbox: [
    inbox.listTalks,
    inbox.readTalk,
    inbox.answerTalk,
    inbox.sendTalkFile,
    inbox.markTalkRead,
    inbox.typeInTalk,
    inbox.listAnswerers,
    inbox.assignTalk,
    inbox.joinTalk,
    inbox.closeTalk,
    inbox.blockGuest,
    inbox.listCanned,
    inbox.fillCanned,
    inbox.readChatTimes,
  ],
} as const satisfies Record<string, readonly ConsoleEndpointShape[]>

export type ConsoleWord = keyof typeof consoleCallsByWord
export type ConsoleCall = (typeof consoleCallsByWord)[ConsoleWord][number]

export const consoleCalls: readonly ConsoleCall[] = Object.values(consoleCallsByWord).flat()

type NameOf<C extends ConsoleEndpointShape> = C extends unknown
  ? `${C['method']} ${C['path']}`
  : never
export type ConsoleCallName = NameOf<ConsoleCall>
export type ConsoleCallByName = { [C in ConsoleCall as NameOf<C>]: C }

export function nameOfConsoleCall<C extends ConsoleEndpointShape>(call: C): NameOf<C> {
  return `${call.method} ${call.path}` as NameOf<C>
}

/** The path parameters and fields of a call; nothing where it has none. */
export type ConsoleCallInput<N extends ConsoleCallName> = ConsoleCallByName[N] extends {
  input: infer I extends z.ZodObject
}
  ? z.input<I>
  : undefined

export type ConsoleCallOutput<N extends ConsoleCallName> = z.input<ConsoleCallByName[N]['output']>
