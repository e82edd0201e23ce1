import type { FactWords } from '@kapao/contract/console/canned'
import type { Language } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Queryable } from '#core/db/db.ts'
import { findMember } from '#records/account/store.ts'
import { amountText } from '#records/notices/amount-text.ts'
import { describeWithdrawal } from '#talk/chatbot/facts.ts'
import { readFacts } from '#talk/chatbot/read-facts.ts'

/** What a canned answer may say of a member, in the words of the menu. */
export async function readCannedFacts(
  { db, clock }: { db: Queryable; clock: Clock },
  memberId: string,
  language: Language,
): Promise<FactWords> {
  const member = await findMember(db, memberId)
  const { wallet, withdrawable, withdrawal } = await readFacts(db, clock, memberId)
  return {
    ...(member && { name: member.name }),
    balance: amountText(wallet, language),
    withdrawable: amountText(withdrawable.now, language),
    ...(withdrawal && { withdrawal: describeWithdrawal(withdrawal, language) }),
  }
}
