import type { Language } from '../../packages/contract/src/limits.ts'
import type { BonusText } from '../../apps/web/src/features/bonus/text/shape.ts'
import type { ChatText } from '../../apps/web/src/features/chat/text/shape.ts'
import type { DepositText } from '../../apps/web/src/features/deposit/text/shape.ts'
import type { InviteText } from '../../apps/web/src/features/invite/text/shape.ts'
import type { RefundText } from '../../apps/web/src/features/refund/text/shape.ts'
import type { MemberText, PublicText, VisitorText } from '../../apps/web/src/text/shape.ts'
import type { SpinText } from '../../apps/web/src/features/spin/text/shape.ts'
import type { StatementText } from '../../apps/web/src/features/statement/text/shape.ts'
import type { TransferText } from '../../apps/web/src/features/transfer/text/shape.ts'
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
  const own = (feature: string) =>
    import(`../../apps/web/src/features/${feature}/text/${language}.ts`)
  return {
    bonus: (await own('bonus')).bonusText,
    chat: (await own('chat')).chatText,
    deposit: (await own('deposit')).depositText,
    invite: (await own('invite')).inviteText,
    member: (await load('member')).memberText,
    open: (await load('public')).publicText,
    refund: (await own('refund')).refundText,
    spin: (await own('spin')).spinText,
    statement: (await own('statement')).statementText,
    transfer: (await own('transfer')).transferText,
    visitor: (await load('visitor')).visitorText,
    withdraw: (await load('withdraw/withdraw')).withdrawText,
  }
}
