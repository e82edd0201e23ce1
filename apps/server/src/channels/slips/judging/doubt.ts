import type { BankTransfer } from '#outside/slips/transfer.ts'

/**
 * If the service omits the payer's bank, the bank in the code can only rule out a member at another bank: an account
 * with these digits there is another account. It confirms no member and names no transfer, because an uploader may
 * write any bank into the code.
 */
export function withBank({ sender, ...transfer }: BankTransfer, bank: string): BankTransfer {
  return { ...transfer, sender: { ...sender, bank: sender.bank ?? bank } }
}

/** Why the money must not be credited automatically; a report of the watched account may still decide. */
export function doubtOf(known: {
  isOurs: boolean
  isFitted: boolean
  isBankNamed: boolean
  isWeak: boolean
}): string | null {
  if (!known.isOurs) return 'the receiver is shown too little'
  if (!known.isBankNamed) return 'the sending bank is not named'
  if (known.isWeak) return 'the payer is shown too little'
  return known.isFitted ? 'the member’s bank details are younger than the transfer' : null
}
