/** What is said while nothing is sent to bank accounts. */
export const payouts = {
  stopped: 'Payouts are stopped',
  ofAll: 'All payouts are stopped',
  ofMember: 'Payouts of one member are stopped:',
  since: 'since',
  found: (number: number) =>
    `the ledger does not add up (${number}\u00A0${number === 1 ? 'finding' : 'findings'})`,
  by: (name: string) => `stopped by ${name}:`,
  more: (number: number) => `Payouts of ${number} more are stopped.`,
  stop: 'Stop payouts',
  stopNote:
    'Nothing more is sent to any bank account. Withdrawals wait, and members see that they are being checked. A bank may still pay what it was asked to pay before. Two people are needed to resume payouts.',
  resume: 'Resume payouts',
  resumeNote:
    'A second person has to approve this. Find out first why payouts were stopped, and whether the ledger adds up again. The second person sees your reason and the findings.',
  goOn: 'Payouts resumed',
}

export type PayoutsText = typeof payouts
