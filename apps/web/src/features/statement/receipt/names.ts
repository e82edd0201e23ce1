import type { StatementText } from '../text/en.ts'
import type { Receipt } from '../queries.ts'

export type Movement = Receipt['movements'][number]
type MovementEnd = Movement['from']
type ReceiptText = StatementText['receipt']

const rewards = new Set(['bonus', 'promotion', 'invite', 'refund', 'prize'])

/** The name that a member knows for one side of a movement. */
export function placeName(
  { isMine, kind, party }: MovementEnd,
  accounts: ReceiptText['accounts'],
  gameName: (code: string) => string,
): string {
  if (isMine && kind === 'game') return gameName(party)
  if (kind === 'provider') return accounts.provider(gameName(party))
  if (rewards.has(kind)) return accounts.reward
  const known: Record<string, string | undefined> = {
    wallet: accounts.wallet,
    coin: isMine ? accounts.coin : accounts.other,
    transfer: accounts.transfer,
    withdrawal: accounts.withdrawal,
    bank: accounts.bank,
    gateway: accounts.gateway,
    giftlink: accounts.giftlink,
    payout: accounts.payout,
    suspense: accounts.suspense,
    forfeit: accounts.forfeit,
  }
  return known[kind] ?? accounts.other
}

const steps: Record<string, keyof ReceiptText['steps']> = {
  opening: 'came',
  deposit: 'came',
  suspense_release: 'came',
  suspense: 'heldBack',
  transfer_hold: 'aside',
  withdrawal_hold: 'aside',
  transfer_settle: 'done',
  withdrawal_paid: 'done',
  transfer_return: 'back',
  withdrawal_return: 'back',
  bonus: 'given',
  promotion: 'given',
  invite: 'given',
  refund: 'given',
  prize: 'given',
  coin_grant: 'given',
  forfeit: 'takenBack',
  correction: 'takenBack',
  coin_spend: 'takenBack',
}

/** The purpose of a movement; a kind unknown to this page still moved money. */
export function stepName(kind: string, text: ReceiptText['steps']): string {
  return text[steps[kind] ?? 'other']
}
