import type { Language } from '../../packages/contract/src/limits.ts'
import type { BonusText } from '../../apps/web/src/features/bonus/text/en.ts'
import type { ChatText } from '../../apps/web/src/features/chat/text/en.ts'
import type { DepositText } from '../../apps/web/src/features/deposit/text/en.ts'
import type { InviteText } from '../../apps/web/src/features/invite/text/en.ts'
import type { RefundText } from '../../apps/web/src/features/refund/text/en.ts'
import type { MemberText } from '../../apps/web/src/text/en/member.ts'
import type { PublicText } from '../../apps/web/src/text/en/public.ts'
import type { VisitorText } from '../../apps/web/src/text/en/visitor.ts'
import type { SpinText } from '../../apps/web/src/features/spin/text/en.ts'
import type { StatementText } from '../../apps/web/src/features/statement/text/en.ts'
import type { TransferText } from '../../apps/web/src/features/transfer/text/en.ts'
import type { WithdrawText } from '../../apps/web/src/features/withdraw/text/en.ts'

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
    withdraw: (await own('withdraw')).withdrawText,
  }
}
