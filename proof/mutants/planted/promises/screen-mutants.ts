import type { Mutant } from '../../mutant.ts'

type Row = [name: string, file: string, from: string, to: string, test: string]

const features = 'apps/web/src/features'

const screens: readonly Row[] = [
  [
    'screen: a satang more than can be withdrawn is sent',
    'withdraw/check.ts',
    `return amount > available ?`,
    `return amount > available + 0.01 ?`,
    'withdraw/withdraw-sheet.test.tsx',
  ],
  [
    'screen: what cannot be withdrawn yet is not said',
    'withdraw/total-slider.tsx',
    '{notYet > 0 && (',
    '{notYet > 50 && (',
    'withdraw/withdraw-sheet.test.tsx',
  ],
  [
    'screen: a bonus hides what prizes keep',
    'withdraw/lock/lock-notes.tsx',
    '      {kept &&\n',
    '      {kept &&\n        !lock &&\n',
    'withdraw/withdraw-sheet.test.tsx',
  ],
  [
    'screen: what came back is still waited for',
    'withdraw/sent-sheet.tsx',
    'title={isWaiting ? text.done : end}',
    `title={sent?.stage === 'PAID' ? end : text.done}`,
    'withdraw/withdraw-sheet.test.tsx',
  ],
  [
    'screen: a payout that its bank sends back is not said after it was read as paid',
    'under-way/rows/withdrawal-row.tsx',
    ' || (watched === `${id} PAID`',
    ' && (watched === `${id} PAID`',
    'under-way/rows/rows.test.tsx',
  ],
  [
    'screen: home shows all of the money as withdrawable',
    'under-way/money/free.ts',
    'const withdrawable = Math.min(answer, total)',
    'const withdrawable = Math.max(answer, total)',
    'under-way/money/free.test.ts',
  ],
  [
    'screen: every QR code counts as paid',
    'under-way/rows/rows.tsx',
    `way === 'QR' && isNotedPaid(id)`,
    `way === 'QR'`,
    'under-way/rows/rows.test.tsx',
  ],
  [
    'screen: only the first tab says that a deposit waits',
    'deposit/deposit-sheet.tsx',
    '{held && <HeldNote',
    `{held && shown === 'bank' && <HeldNote`,
    'deposit/deposit-sheet.test.tsx',
  ],
  [
    'screen: a code names its payer as its payee',
    'deposit/qr/live/live-code.tsx',
    'text.payee(account.bankAccountName,',
    'text.payee(wallet.bankAccount.bankAccountName,',
    'deposit/qr/qr-panel.test.tsx',
  ],
  [
    'screen: a bonus says that it locks what it gives',
    'bonus/offer/offer-lock.tsx',
    'text.own(money(deposit), until)',
    'text.own(money(bonus), until)',
    'bonus/bonus-sheet.test.tsx',
  ],
  [
    'screen: the end of a bonus is offered where it is refused',
    'bonus/end-dialog.tsx',
    '{data?.allowed && (',
    '{data && (',
    'bonus/end-dialog.test.tsx',
  ],
  [
    'screen: a prize that must be played is called free',
    'spin/coupons/claim-dialog.tsx',
    'if (toPlay === null) return',
    'if (toPlay !== null) return',
    'spin/coupons/coupons-card.test.tsx',
  ],
]

/** What a member's screens say of money before something is pressed, and after. */
export const screenMutants: readonly Mutant[] = screens.map(([name, file, from, to, test]) => ({
  name,
  gate: [`${features}/${test}`],
  file: `${features}/${file}`,
  edits: [[from, to]],
}))
