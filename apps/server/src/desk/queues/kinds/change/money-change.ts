import type { ValueCode } from '@kapao/contract/console/facts'
import { moneyFromText } from '@kapao/contract/money'
import * as facts from '#core/console/work/facts.ts'
import { findRequest } from '#money/deposits/request-store.ts'
import { findDeposit, type Deposit } from '#money/deposits/store.ts'
import { findLink } from '#channels/giftlinks/store.ts'
import { findItem } from '#records/items/store.ts'
import { findPayment } from '#channels/qrcodes/desk-store.ts'
import { moneyOf } from '#channels/qrcodes/payments/payment-store.ts'
import type { ResumeWhat } from '#records/payouts/stop.ts'
import { findStop } from '#records/payouts/store.ts'
import { placeOf } from '#money/transfers/resolve.ts'
import { findTransfer } from '#money/transfers/store.ts'
import { findWithdrawal } from '#money/withdrawals/store.ts'
import type {
  WithdrawalAct,
  ItemWhat,
  LinkWhat,
  DepositMatch,
  PaymentWhat,
  PayoutWhat,
  PaymentEvidence,
  TransferWhat,
} from '#desk/decisions/guarded/money.ts'
import type { Change, ReadChange } from './sides.ts'

const state = (code: ValueCode) => facts.code('state', code)

/** What a decision does not name stays as it is, and is not called removed. */
function becoming(before: Change['before'], named: Change['after']): Change {
  const names = new Set(named.map((fact) => fact?.name))
  return { before, after: [...before.filter((fact) => fact && !names.has(fact.name)), ...named] }
}

function bookedFacts(deposit: Deposit, code: ValueCode) {
  return [
    facts.money('amount', deposit),
    state(code),
    facts.member('member', deposit.memberId),
    facts.account('cameTo', deposit.houseParty),
    facts.text('payerBank', deposit.payerBank),
    facts.account('payerAccount', deposit.payerAccount),
    facts.personName('payerName', deposit.payerName),
  ]
}

const bookedAs: Record<Deposit['state'], ValueCode> = {
  suspended: 'in-suspense',
  refused: 'refused',
  credited: 'credited',
  returned: 'given-back',
  taken: 'taken',
}

export const matchChange: ReadChange<DepositMatch> = async (on, { id, memberId, note }) => {
  const deposit = await findDeposit(on, id)
  if (!deposit) return null
  return becoming(bookedFacts(deposit, bookedAs[deposit.state]), [
    facts.money('amount', deposit),
    state('in-wallet'),
    facts.member('member', memberId),
    facts.quote('why', note),
  ])
}

export const requestChange: ReadChange<PaymentEvidence> = async (
  on,
  { id, reference, party, paidAt },
) => {
  const request = await findRequest(on, id)
  if (!request) return null
  return becoming(
    [
      facts.member('member', request.memberId),
      facts.money('amount', request),
      state(request.state),
      facts.time('announcedAt', request.createdAt),
    ],
    [
      facts.member('member', request.memberId),
      facts.money('amount', request),
      state('in-wallet'),
      facts.text('reference', reference),
      facts.account('cameTo', party),
      facts.time('paidAt', new Date(paidAt)),
    ],
  )
}

export const shownChange: ReadChange<{ id: string; note: string }> = async (on, { id, note }) => {
  const deposit = await findDeposit(on, id)
  if (!deposit) return null
  return becoming(
    [...bookedFacts(deposit, 'unshown')],
    [facts.money('amount', deposit), state('shown'), facts.quote('why', note)],
  )
}

export const paymentChange: ReadChange<PaymentWhat> = async (
  on,
  { provider, payment, received, why },
) => {
  const found = provider === null ? null : await findPayment(on, { provider, payment })
  if (!found) return null
  const money = received === null ? null : moneyFromText(received, found.currency ?? 'BAHT')
  return becoming(
    [
      facts.text('provider', provider),
      facts.name('payment', payment),
      facts.member('member', found.memberId),
      facts.money('amount', moneyOf(found)),
      facts.name('reported', found.amountText),
      state(found.state),
    ],
    [
      facts.member('member', found.memberId),
      money ? facts.money('amount', money) : facts.code('amount', 'nothing'),
      state(money ? 'in-wallet' : 'refused'),
      facts.quote('why', why),
    ],
  )
}

export const linkChange: ReadChange<LinkWhat> = async (on, { id, received, why }) => {
  const link = await findLink(on, id)
  if (!link) return null
  const money = received === null ? null : moneyFromText(received, 'BAHT')
  return becoming(
    [
      facts.member('member', link.memberId),
      facts.account('wallet', link.account),
      state(link.state),
    ],
    [
      facts.member('member', link.memberId),
      money ? facts.money('amount', money) : facts.code('amount', 'nothing'),
      state(money ? 'in-wallet' : 'refused'),
      facts.quote('why', why),
    ],
  )
}

export const transferChange: ReadChange<TransferWhat> = async (on, { id, done, why }) => {
  const transfer = await findTransfer(on, id)
  if (!transfer?.game) return null
  const isToWallet = placeOf(transfer, done) === 'wallet'
  return becoming(
    [
      facts.member('member', transfer.memberId),
      facts.money('amount', transfer),
      facts.word('place', 'from', transfer.from),
      facts.word('place', 'to', transfer.to),
      state(transfer.state),
    ],
    [
      facts.member('member', transfer.memberId),
      facts.money('amount', transfer),
      facts.word('place', 'game', transfer.game),
      state(isToWallet ? 'in-wallet' : 'in-game'),
      facts.quote('why', why),
    ],
  )
}

const withdrawalChange: ReadChange<WithdrawalAct & { end: ValueCode }> = async (
  on,
  { id, why, end },
) => {
  const found = await findWithdrawal(on, id)
  if (!found) return null
  return becoming(
    [
      facts.member('member', found.memberId),
      facts.money('amount', found),
      facts.text('bank', found.bankCode),
      facts.account('account', found.bankAccountNo),
      facts.name('channel', found.channel),
      facts.text('payout', found.payout),
      state(found.state),
    ],
    [
      facts.member('member', found.memberId),
      facts.money('amount', found),
      state(end),
      facts.quote('why', why),
    ],
  )
}

export const payoutChange: ReadChange<PayoutWhat> = (on, { id, why, payout }) =>
  withdrawalChange(on, { id, why, end: payout ? 'paid' : 'in-wallet' })

export const bounceChange: ReadChange<WithdrawalAct> = (on, { id, why }) =>
  withdrawalChange(on, { id, why, end: 'in-wallet' })

export const itemChange: ReadChange<ItemWhat> = async (on, { id, decision, why }) => {
  const item = await findItem(on, BigInt(id))
  if (!item) return null
  const holds = item.holds.map((hold) => facts.code('holds', `hold-${hold}`))
  const change = becoming(
    [
      facts.word('watched', 'kind', item.kind),
      facts.technical('words', item.words),
      facts.member('member', item.memberId),
      facts.member('otherMember', item.otherId),
      state('waits'),
      ...holds,
    ],
    [state(decision), facts.quote('why', why)],
  )
  const isHeld = decision === 'deny'
  return isHeld ? change : { ...change, after: change.after.filter((one) => one?.name !== 'holds') }
}

export const resumeChange: ReadChange<ResumeWhat> = async (on, { id, why }) => {
  const stop = await findStop(on, BigInt(id))
  if (!stop) return null
  const whose = facts.member('member', stop.memberId)
  return {
    before: [
      whose,
      state('payouts-stopped'),
      facts.time('since', stop.stoppedAt),
      facts.operator('by', stop.stoppedBy),
      facts.technical('words', stop.why),
      ...stop.findings.map((one) => facts.technical('words', one)),
    ],
    after: [whose, state('payouts-on'), facts.quote('why', why)],
  }
}
