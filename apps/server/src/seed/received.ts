import { dayMs } from '@kapao/contract/times'
import type { Clock } from '#core/clock.ts'
import type { Tx } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { leg, postAll } from '#ledger/post.ts'
import type { AccountBook } from '#ledger/accounts.ts'
import { findCampaign, insertReceipt } from '#money/bonus/campaign-store.ts'
import { insertHeld, setClearing, setEnded } from '#money/bonus/store.ts'
import { bonusOf, promiseOf } from '#money/bonus/terms.ts'
import { insertRow } from '#records/statement/store.ts'
import type { HistoryOf } from './history.ts'

const code = 'WELCOME'
const daysAgo = 29

/** An old bonus that was lost completely, so that the list shows a received one and its statement shows the result. */
export async function receiveWelcome(
  tx: Tx,
  { clock, ids, accounts }: { clock: Clock; ids: Ids; accounts: AccountBook },
  { memberId, currency }: HistoryOf,
): Promise<void> {
  const campaign = await findCampaign(tx, code)
  const bonus = campaign && bonusOf(campaign.terms, { currency, deposit: null })
  if (!campaign || !bonus) return
  const { terms } = campaign
  const at = new Date(clock.now().getTime() - daysAgo * dayMs)
  const id = ids.key()
  const money = { amount: bonus, currency }
  const about = { bonus: { description: code } }
  const row = { memberId, operation: id, status: 'SUCCESS', money, about } as const
  const given = { ...row, statementType: 'bonus', from: code, to: 'wallet' } as const
  const statementSeq = await insertRow(tx, at, given)
  await insertHeld(tx, {
    ...promiseOf(
      terms,
      { deposit: 0n, bonus, currency, toPlayFirst: 0n },
      { factor: '5', endAmount: null },
    ),
    id,
    memberId,
    source: 'bonus',
    code,
    key: null,
    fingerprint: null,
    currency,
    terms,
    shares: {},
    about: { th: code, la: code, en: code },
    usedDeposit: null,
    statementSeq,
    createdAt: at,
  })
  await insertReceipt(tx, { memberId, code, period: 'all', n: 1, held: id, updatedAt: at })
  const [house, wallet, mine, forfeit] = await accounts.open(tx, [
    { owner: null, kind: 'bonus', party: code, currency },
    { owner: memberId, kind: 'wallet', party: '', currency },
    { owner: memberId, kind: 'forfeit', party: '', currency },
    { owner: null, kind: 'forfeit', party: '', currency },
  ])
  await setClearing(tx, id, {
    endedBy: 'cancelled',
    clearKey: null,
    totalAtEnd: bonus,
    walletTaken: bonus,
    games: [],
    nextAt: at,
  })
  const finished = { ...row, statementType: 'finish_bonus', from: 'wallet', to: 'forfeit' } as const
  await insertRow(tx, at, finished)
  await setEnded(tx, id, { taken: bonus, at })
  const shared = { money, ref: code }
  await postAll(tx, at, [
    { ...shared, idem: leg(id, 1), debit: house!, credit: wallet!, kind: 'bonus' },
    { ...shared, idem: leg(id, 3), debit: wallet!, credit: mine!, kind: 'forfeit' },
    { ...shared, idem: leg(id, 2), debit: mine!, credit: forfeit!, kind: 'forfeit' },
  ])
}
