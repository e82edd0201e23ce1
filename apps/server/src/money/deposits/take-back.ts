import type { TakeBackReason } from '@kapao/contract/console/words'
import type { Language } from '@kapao/contract/limits'
import { recordAudit } from '#core/audit/audit-store.ts'
import { OperatorRefused, Refused } from '#core/refused.ts'
import type { Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import type { Account } from '#ledger/accounts.ts'
import { leg, type Movement, postAll } from '#ledger/post.ts'
import { listBalances } from '#ledger/read.ts'
import { bonusHeld } from '#money/bonus/read.ts'
import { findMember } from '#records/account/store.ts'
import { insertRow, lockMember } from '#records/statement/store.ts'
import type { Decider, ResolveDeps } from './match.ts'
import { lockKeyOf } from './settle.ts'
import { setContradictingSeen } from './report-store.ts'
import { type Deposit, findDeposit, lockDeposit, setTaken } from './store.ts'

export type TakeBackDeps = Pick<ResolveDeps, 'db' | 'clock' | 'accounts'> & { ids: Ids }

type TakenBack = {
  deposit: Deposit
  /** The money under its new id in suspense; null if the bank took it back. */
  again: string | null
  /** Coins earned by it that were taken back, and those that had been spent, which are the operator's loss. */
  coinsTaken: bigint
  coinsLost: bigint
}

/**
 * Takes a credit back, whole and once: it went to the wrong member, or the bank took the transfer back (`isGone`).
 * Every movement of the deposit is reversed by one that names it; money that the operator still has returns to
 * suspense until its owner is found.
 */
export async function takeBack(
  deps: TakeBackDeps,
  asked: Decider & { id: string; isGone: boolean },
): Promise<TakenBack> {
  const { db, ids } = deps
  const found = await findDeposit(db, asked.id)
  if (!found) throw new OperatorRefused(`There is no deposit ${asked.id}.`, 'not-found')
  refuseUnlessCredited(found)
  const accounts = await accountsOf(deps, found)
  const operation = ids.key()
  const again = asked.isGone ? null : ids.key()
  return db
    .beginFor(found.memberId!, (tx) =>
      takeInside(deps, tx, { ...asked, accounts, operation, again }),
    )
    .catch((error: unknown) => {
      if (error instanceof Refused && error.code === 'MONEY_NOT_ENOUGH')
        throw new OperatorRefused(
          `The wallet of ${found.memberId} holds less than that by now; nothing was moved.`,
          'wallet-short',
        )
      throw error
    })
}

type TakeBackAccounts = {
  house: Account
  suspense: Account
  wallet: Account
  coin: Account
  coinHouse: Account
}

/** Looked up before a transaction is open, because a house account may have to be opened first. */
async function accountsOf({ accounts }: TakeBackDeps, deposit: Deposit): Promise<TakeBackAccounts> {
  const { houseKind, houseParty, currency, memberId } = deposit
  const [wallet, coin] = await accounts.find(memberId!, [
    ['wallet', ''],
    ['coin', ''],
  ])
  return {
    house: await accounts.house(houseKind, houseParty, currency),
    suspense: await accounts.house('suspense', houseKind, currency),
    wallet: wallet!,
    coin: coin!,
    coinHouse: await accounts.house('coin', '', 'COIN'),
  }
}

type TakeBack = Decider & {
  id: string
  isGone: boolean
  accounts: TakeBackAccounts
  operation: string
  again: string | null
}

async function takeInside(deps: TakeBackDeps, tx: Tx, taking: TakeBack): Promise<TakenBack> {
  const { id, accounts, operation, again, actor, requestId, note, isGone } = taking
  const { amount } = (await findDeposit(tx, id))!
  const deposit = (await lockDeposit(tx, { id, turn: lockKeyOf(accounts.house, amount) }))!
  refuseUnlessCredited(deposit)
  const memberId = deposit.memberId!
  await lockMember(tx, memberId)
  if (await bonusHeld(tx, memberId))
    throw new OperatorRefused(`${memberId} holds a bonus, which has to end first.`, 'holds-bonus')
  const at = deps.clock.now()
  const { language } = (await findMember(tx, memberId))!
  await insertRow(tx, at, {
    memberId,
    operation,
    statementType: 'withdraw',
    from: 'wallet',
    to: deposit.from,
    status: 'SUCCESS',
    money: deposit,
    about: { correction: { description: takenTexts[isGone ? 'gone' : 'wrong-member'][language] } },
  })
  await setTaken(tx, { id, operation, again, note, at })
  await setContradictingSeen(tx, { deposit: id, by: actor, at })
  // A spin locks the same row first, so this count stays valid until commit.
  const balances = await listBalances(tx, memberId)
  const here = balances.find(({ kind }) => kind === 'coin')?.money.amount ?? 0n
  const coins = here < deposit.coins ? here : deposit.coins
  const coinsLost = deposit.coins - coins
  const after = {
    state: 'taken',
    why: note,
    isGone,
    again,
    member: memberId,
    amount: String(amount),
    currency: deposit.currency,
    coinsLost: String(coinsLost),
  }
  const subject = { subject: id, before: { state: deposit.state }, after }
  await recordAudit(tx, { at, actor, requestId, action: 'deposits.takeBack', ...subject })
  await postAll(tx, at, movementsOf(deposit, { ...taking, coins }))
  return { deposit, again, coinsTaken: coins, coinsLost }
}

function movementsOf(
  deposit: Deposit,
  { accounts, operation, again, coins }: TakeBack & { coins: bigint },
): Movement[] {
  const { house, suspense, wallet, coin, coinHouse } = accounts
  const { id, amount, currency } = deposit
  const money = { amount, currency }
  const back = (
    n: number,
    reverses: number,
    ends: Pick<Movement, 'debit' | 'credit'>,
  ): Movement => ({
    idem: leg(operation, n),
    reverses: leg(id, reverses),
    money,
    kind: 'correction',
    ...ends,
  })
  // It was credited at once, or after it had waited in suspense.
  const taken =
    deposit.why === null
      ? [back(1, 1, { debit: wallet, credit: house })]
      : [
          back(1, 2, { debit: wallet, credit: suspense }),
          back(2, 1, { debit: suspense, credit: house }),
        ]
  if (coins > 0n) {
    const { reverses, ...part } = back(3, 4, { debit: coin, credit: coinHouse })
    const isWhole = coins === deposit.coins
    // A movement is reversed whole or not at all, so a part of its coins is taken by a movement of its own.
    const named = isWhole ? { reverses: reverses! } : { ref: id }
    taken.push({ ...part, ...named, money: { amount: coins, currency: 'COIN' } })
  }
  if (again !== null)
    taken.push({ idem: leg(again, 1), debit: house, credit: suspense, money, kind: 'suspense' })
  return taken
}

function refuseUnlessCredited({ id, state }: Deposit): void {
  if (state !== 'credited')
    throw new OperatorRefused(
      `Deposit ${id} is ${state}, not credited; nothing was moved.`,
      'ended-otherwise',
    )
}

/** The statement's text for a credit that was taken back. */
const takenTexts: Record<TakeBackReason, Record<Language, string>> = {
  'wrong-member': {
    th: 'เงินฝากนี้เป็นของสมาชิกท่านอื่น เข้ากระเป๋าของคุณโดยความผิดพลาดของเรา เราจึงหักคืน ขออภัยในความไม่สะดวก',
    la: 'ເງິນຝາກນີ້ເປັນຂອງສະມາຊິກທ່ານອື່ນ ເຂົ້າກະເປົາຂອງທ່ານຍ້ອນຄວາມຜິດພາດຂອງພວກເຮົາ ພວກເຮົາຈຶ່ງຫັກຄືນ ຂໍອະໄພ',
    en: 'This deposit belonged to another member and was credited to you by mistake, so we have reversed it',
  },
  gone: {
    th: 'ธนาคารยกเลิกการโอนนี้ เราจึงหักยอดนี้คืนจากกระเป๋าของคุณ',
    la: 'ທະນາຄານຍົກເລີກການໂອນນີ້ ພວກເຮົາຈຶ່ງຫັກຍອດນີ້ຄືນຈາກກະເປົາຂອງທ່ານ',
    en: 'The bank reversed this transfer, so we have deducted it from your wallet',
  },
}
