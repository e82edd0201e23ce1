import { mainWallet } from '@kapao/contract/limits'
import type { MemberText } from '#text/en/member.ts'
import type { TransferText } from './en.ts'

type SentTransfer = { from: string; to: string } | { everythingTo: string }

type Words = Pick<TransferText, 'failed'> &
  Pick<MemberText, 'transferFailed'> & {
    /** The name of the place that the money came from. */
    from: string
  }

/**
 * Where the money of a refused transfer is. It returns to where it came from, except between two games: if only the
 * second one has refused, it stays in the wallet.
 */
export function failedWords(sent: SentTransfer, { failed, transferFailed, from }: Words): string {
  if ('everythingTo' in sent) return transferFailed.everything
  if (sent.from === mainWallet) return transferFailed.fromWallet
  return sent.to === mainWallet ? failed.fromGame(from) : failed.betweenGames(from)
}
