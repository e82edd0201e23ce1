import type { Language } from '@kapao/contract/limits'
import { recordAudit, type AuditContext } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { OperatorRefused } from '#core/refused.ts'
import type { Ids } from '#core/ids.ts'
import { leg, postAll } from '#ledger/post.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { findMember } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import { insertBounce } from './decide-store.ts'
import { type DecisionDeps, findIn, textOf } from './decide.ts'
import { type EndDeps, noWithdrawal, accountsOf } from './end.ts'
import { findWithdrawal, type Withdrawal } from './store.ts'

export const bouncingKind = 'withdrawals bounced'

/** One operator reports that a bank has sent a payment back: it counts as given. */
export async function decideBounce(
  deps: DecisionDeps<BounceDeps>,
  bounced: AuditContext & { id: string; why: string },
): Promise<DecisionResult<Withdrawal>> {
  const { id, why, actor, requestId } = bounced
  const found = await findWithdrawal(deps.db, id)
  if (!found) throw noWithdrawal(id)
  const { memberId, amount, currency } = found
  const words = `${textOf(found)} back to ${memberId}, withdrawal ${id}: ${why}`
  const gives = [{ amount, currency }]
  const wish = { subject: id, what: { id, why }, words, gives, actor, requestId }
  return deps.decide({ ...wish, kind: bouncingKind }, () => bounce(deps, bounced))
}

export type BounceDeps = EndDeps & { ids: Ids }

const bouncedTexts: Record<Language, string> = {
  th: 'ธนาคารปลายทางส่งเงินที่ถอนคืนมา ยอดจึงกลับเข้ากระเป๋า กรุณาตรวจสอบบัญชีธนาคารของคุณ',
  la: 'ທະນາຄານປາຍທາງສົ່ງເງິນທີ່ຖອນຄືນມາ ຍອດຈຶ່ງກັບຄືນເຂົ້າກະເປົາ ກະລຸນາກວດສອບບັນຊີທະນາຄານຂອງທ່ານ',
  en: 'Your bank returned this withdrawal, so it is back in your wallet; please check your bank account',
}

/**
 * Credits money that was paid and that the bank has sent back since to the wallet, once. The paid row stays as it was;
 * a row of its own shows the bounce. Refused while the member holds a bonus: the money would count towards a target, or
 * be lost with a bonus, that it was no part of.
 */
export async function bounce(
  deps: BounceDeps,
  { id, why, actor, requestId }: AuditContext & { id: string; why: string },
): Promise<Withdrawal> {
  const { wallet, hold, house, ...whose } = await accountsOf(deps, id)
  const operation = deps.ids.key()
  return deps.db.beginFor(whose.memberId, async (tx) => {
    const withdrawal = await findIn(tx, id)
    const { state, memberId, amount, currency, bankCode: from } = withdrawal
    if (state !== 'paid')
      throw new OperatorRefused(
        `Withdrawal ${id} is ${state}: only a paid one can come back.`,
        'ended-otherwise',
      )
    await lockMember(tx, memberId)
    if (await bonusHeld(tx, memberId))
      throw new OperatorRefused(`${memberId} holds a bonus, which has to end first.`, 'holds-bonus')
    const at = deps.clock.now()
    if (!(await insertBounce(tx, { id, operation, operator: actor, why, at })))
      throw new OperatorRefused(
        `Withdrawal ${id} has come back before; nothing was moved.`,
        'bounced-before',
      )
    const money = { amount, currency }
    const { language } = (await findMember(tx, memberId))!
    await insertRow(tx, at, {
      memberId,
      operation,
      statementType: 'deposit',
      from,
      to: 'wallet',
      status: 'SUCCESS',
      money,
      about: { correction: { description: bouncedTexts[language] } },
    })
    const action = 'withdrawals.bounce'
    await recordAudit(tx, { at, actor, requestId, action, subject: id, after: { why, operation } })
    const reverses = leg(id, 2)
    await postAll(tx, at, [
      { idem: leg(operation, 1), debit: house!, credit: hold, money, kind: 'correction', reverses },
      { idem: leg(operation, 2), debit: hold, credit: wallet, money, kind: 'withdrawal_return' },
    ])
    return withdrawal
  })
}
