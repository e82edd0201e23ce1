import type { Language } from '../../packages/contract/src/limits.ts'
import type { BonusText } from '../../apps/web/src/text/bonus/bonus-shape.ts'
import type { ChatText } from '../../apps/web/src/text/chat/chat-shape.ts'
import type { DepositText } from '../../apps/web/src/text/deposit/deposit-shape.ts'
import type { InviteText } from '../../apps/web/src/text/invite/invite-shape.ts'
import type { RefundText } from '../../apps/web/src/text/refund/refund-shape.ts'
import type { MemberText, PublicText, VisitorText } from '../../apps/web/src/text/shape.ts'
import type { SpinText } from '../../apps/web/src/text/spin/spin-shape.ts'
import type { StatementText } from '../../apps/web/src/text/statement/statement-shape.ts'
import type { TransferText } from '../../apps/web/src/text/transfer/transfer-shape.ts'
import type { WithdrawText } from '../../apps/web/src/text/withdraw/withdraw-shape.ts'

export type Texts = {
  bonus: BonusText
  chat: ChatText
  deposit: DepositText
  invite: InviteText
  member: MemberText
  open: PublicText
  refund: RefundText
  spin: SpinText
  statement: StatementText
  transfer: TransferText
  visitor: VisitorText
  withdraw: WithdrawText
}

/** The words of a language, by which the scenes find what they tap. */
export async function textsOf(language: Language): Promise<Texts> {
  const load = (file: string) => import(`../../apps/web/src/text/${language}/${file}.ts`)
  return {
    bonus: (await load('bonus/bonus')).bonusText,
    chat: (await load('chat/chat')).chatText,
    deposit: (await load('deposit/deposit')).depositText,
    invite: (await load('invite/invite')).inviteText,
    member: (await load('member')).memberText,
    open: (await load('public')).publicText,
    refund: (await load('refund/refund')).refundText,
    spin: (await load('spin/spin')).spinText,
    statement: (await load('statement/statement')).statementText,
    transfer: (await load('transfer/transfer')).transferText,
    visitor: (await load('visitor')).visitorText,
    withdraw: (await load('withdraw/withdraw')).withdrawText,
  }
}
