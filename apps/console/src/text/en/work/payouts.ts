/** What is said while nothing is sent to bank accounts. */
export const payouts = {
  stopped: 'Payouts are stopped',
  ofAll: 'Payouts are stopped',
  ofMember: 'Payouts of one member are stopped:',
  since: 'since',
  found: (number: number) =>
    `the books do not add up (${number}\u00A0${number === 1 ? 'finding' : 'findings'})`,
  by: (name: string) => `stopped by ${name}:`,
  more: (number: number) => `Payouts of ${number} more are stopped.`,
  stop: 'Stop payouts',
  stopNote:
    'Nothing more is sent to any bank account. Withdrawals wait, and members see that they are being checked. What a bank was asked to pay before, it may still pay. Two people are needed to let payouts go on.',
  resume: 'Let payouts go on',
  resumeNote:
    'A second person has to confirm it. Find out first why payouts were stopped, and whether the books add up again. Your reason and the findings are shown to the second person.',
  goOn: 'Payouts go on',
}

export type PayoutsText = typeof payouts
