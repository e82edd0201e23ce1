import type { BankTransfer } from '#outside/slips/transfer.ts'

/**
 * Where they leave out the bank of the payer, the one in the code says no to who is at another one: an account of these digits there is another
 * account. It says yes to nobody, and names no transfer: whoever uploads a picture may write any bank into its code.
 */
export function withBank({ sender, ...transfer }: BankTransfer, bank: string): BankTransfer {
  return { ...transfer, sender: { ...sender, bank: sender.bank ?? bank } }
}

/** Why no machine may credit it; whose money it is, whoever watches the account may tell. */
export function doubtOf(known: {
  isOurs: boolean
  isFitted: boolean
  isBankTold: boolean
}): string | null {
  if (!known.isOurs) return 'the receiver is shown too little'
  if (!known.isBankTold) return 'the bank that sent it is not told'
  return known.isFitted ? 'the member’s bank details are younger than the transfer' : null
}
