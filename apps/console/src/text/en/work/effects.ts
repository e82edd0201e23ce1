import type { EffectCode } from '@kapao/contract/console/reasons'

export const effects: Record<EffectCode, string> = {
  'credits-member': 'The amount is credited to the member you choose.',
  'credits-announcer': 'The amount is credited to {member}, who reported it.',
  'credits-received': 'The amount that came is credited to the member.',
  'sends-back':
    'After ten seconds it is booked as given back to its payer, for good; until then you can undo it. Nothing is sent for you: make the bank transfer yourself.',
  'books-out-repeat':
    'After ten seconds it is booked out, for good, as one transfer that was reported twice; until then you can undo it. There is nothing to send back.',
  'marks-sent':
    'It is marked as sent back under this reference. Nothing is sent for you: make the bank transfer first, and before that see in the bank’s own list that the money came.',
  'ends-request': 'The report of this deposit is closed. No money moves.',
  'counts-as-shown': 'The bank counts as having shown it. No money moves.',
  'takes-from-wallet':
    'The whole credit is taken out of the wallet again. If the wallet holds less, nothing is taken.',
  'leaves-list': 'It leaves this list. No money moves.',
  'leaves-list-with-money':
    'The message names an amount. It leaves this list and nothing is booked: if that money really came in, its owner waits until they ask about it.',
  'waits-for-owner': 'It becomes a deposit that waits for its owner. Nobody is credited yet.',
  'joins-deposit': 'The message is linked to the deposit you choose. No money moves.',
  'ends-without-money': 'It ends without money.',
  'stays-credited': 'What is credited stays credited.',
  'writes-off': 'The sum is written off.',
  'pays-out':
    'After ten seconds the money is sent to the member’s bank account, unless payouts are stopped; until then you can undo it.',
  'adds-approval': 'Your approval is added. Another operator has to approve it, too.',
  'returns-to-wallet': 'The money returns to the member’s wallet.',
  'returns-unless-arrived':
    'The money returns to the member’s wallet. If the bank did pay it, we pay twice: look at its own list of payouts first.',
  'rejects-withdrawal':
    'After ten seconds the money returns to the member’s wallet; until then you can undo it.',
  'books-as-paid': 'It is booked as paid. Nothing is sent.',
  'gives-to-game': 'The money is booked into the game.',
  'releases-holds': 'What was held for it is released.',
  'keeps-holds': 'What is held for it stays held.',
  'withholds-bonus':
    'The member does not get this bonus, and reads that they have received it already. This cannot be undone.',
  'does-request': 'It is done at once, as shown.',
  'drops-request': 'The request is dropped. Nothing changes.',
}
