import type { BarredCode, SecondKind, RefusalReason } from '@kapao/contract/console/reasons'
import type { DecisionName, OutcomeName } from '@kapao/contract/console/words'
import { effects } from './effects.ts'
import { forms } from './forms.ts'
import { queues } from './queues.ts'
import { reasons } from './reasons.ts'

/** What is known before the click and is refused after it, too: one sentence for both. */
const both: Record<Extract<BarredCode, RefusalReason>, string> = {
  'approved-before': 'You have already approved this. Someone else has to approve it, too.',
  'not-apart':
    'One of you added the other as an operator, directly or through others, so you do not count as two people. Someone else must decide this.',
  'joined-later':
    'You became an operator after this was requested, or less than a day before. Someone else must approve it.',
  'too-new':
    'You have been an operator, have had this role or have had your newest passkey for less than a day. Someone else must decide this, or you can later.',
  'moved-money':
    'You decided about this member’s money on your own in the last 24 hours, and nobody has reviewed it yet. Someone else must approve this.',
  'touched-member':
    'You, or the operator who requested this, moved this member’s money or changed their bank account in the last 24 hours. Someone else must decide.',
  'member-inactive': 'The member is deactivated. Reactivate them first, or reject this.',
  'account-changed':
    'The bank account was changed less than 24 hours ago. Nothing can be paid to it before they have passed.',
  'asker-disabled': 'The operator who requested this has been disabled. Request it yourself.',
  'closed-it': 'You closed the service, so two other operators have to reopen it.',
  'asker-waits-a-day':
    'There is no second operator, so you can confirm this yourself 24 hours after you requested it.',
  'no-second': 'No other operator could confirm this for you. Have somebody else request it.',
  'waits-already': 'A decision on this is already waiting for a second approval.',
  'being-done': 'This is being done right now.',
  'holds-bonus': 'The member holds a bonus, which must end first.',
}

const barred: Record<BarredCode, string> = {
  ...both,
  'no-right': 'Your roles do not allow this.',
  'own-act': 'You did this yourself. Someone else must review it.',
  'own-request': 'You requested this yourself. Someone else must approve it.',
}

const decisions: Record<DecisionName, string> = {
  match: 'Credit to a member',
  refuse: 'Refuse',
  shown: 'The bank shows it',
  takeback: 'Take back',
  sent: 'Sent back',
  confirm: 'Seen at the bank',
  seen: 'Seen',
  book: 'Book as a waiting deposit',
  known: 'Already booked',
  close: 'Close',
  received: 'Received',
  nothing: 'Nothing came',
  approve: 'Approve',
  reject: 'Reject',
  paid: 'It was paid',
  returned: 'It came back',
  bounced: 'The bank sent it back',
  done: 'It was done',
  allow: 'Allow',
  deny: 'Withhold',
  tick: 'In order',
  yes: 'Approve',
  no: 'Reject',
}

const decided: Record<OutcomeName, string> = {
  match: 'Credited to a member',
  refuse: 'Refused',
  shown: 'Marked as shown by the bank',
  takeback: 'Taken back',
  sent: 'Marked as sent back',
  confirm: 'Confirmed',
  seen: 'Seen',
  book: 'Booked as a waiting deposit',
  known: 'Found among the deposits',
  close: 'Closed',
  received: 'Marked as received',
  nothing: 'Ended without money',
  approve: 'Approved',
  reject: 'Rejected',
  paid: 'Booked as paid',
  returned: 'Booked as returned',
  bounced: 'Booked as sent back',
  done: 'Booked as done',
  allow: 'Allowed',
  deny: 'Withheld',
  tick: 'Found in order',
  yes: 'Second approval given',
  no: 'Request dropped',
  answered: 'Answered',
  byItself: 'Closed automatically',
  notDone: 'Approved, but then refused, so it was not done',
  unclear: 'Approved, but interrupted: it is unclear whether it was done',
}

const refused: Record<RefusalReason, string> = {
  ...both,
  'not-found': 'This is no longer there.',
  'ended-otherwise': 'This has ended in another way in the meantime.',
  'may-not-confirm':
    'You cannot approve this: you requested it, are linked to the operator who did, or have had your role or newest passkey for less than a day. Another operator with the role Risk or Owner must approve it.',
  'unknown-command': 'This version does not know what was requested.',
  'reviewed-already': 'This has already been reviewed.',
  'may-not-review':
    'You cannot review this: you did it yourself, are linked to the operator who did, or have had your role or newest passkey for less than a day. Someone else must review it.',
  'needs-more-approvals': 'This also needs the approval of another operator.',
  'already-sent': 'This has already been sent to the bank, so it can no longer be rejected.',
  'may-be-sent': 'This SMS may have been sent. It is not sent twice: call the member instead.',
  'read-already': 'The member has read this already.',
  'undo-too-late':
    'This has already been carried out, or was not decided by you, so it cannot be undone.',
  'may-not-reject':
    'You cannot reject this. Only the operator who requested it can, or one with the role Risk or Owner whom it is not about.',
  'payout-taken': 'Another withdrawal has this payout id.',
  'bounced-before': 'This has already been booked as sent back.',
  'not-our-account': 'This is not one of our accounts in this currency.',
  'not-in-time':
    'The transfer must have come after the member reported it, and before now. Credit an earlier one from “Unmatched deposits”.',
  'other-amount': 'The amount or our account differs. Credit it from “Unmatched deposits” instead.',
  'seen-before': 'This transfer has been seen before. Nothing was credited again.',
  'wallet-short': 'The wallet holds less than this credit; nothing was taken.',
  'not-on-message': 'This was not credited on a bank message that is still unconfirmed.',
  'no-member': 'There is no such member.',
  'other-currency': 'The member’s wallet has another currency.',
  'amount-wrong': 'The amount is not one that can be received in this currency.',
  'take-back-first': 'This was already credited. Take that deposit back first.',
  'several-gateways': 'Several gateways have a payment with this number.',
  'setting-changed': 'This was changed in the meantime. Look at it again, then request it again.',
  'refused-by-books': 'The ledger does not accept this.',
  'not-agreed': 'Two operators have not agreed on this.',
  'last-owner': 'This is the last owner. Give another operator this role first.',
  'definition-wrong': 'The definition has a mistake.',
  'minimum-above-maximum': 'The minimum would be above the maximum. Change the other one first.',
  'bank-not-offered': 'A recommended bank would not be among the banks at registration.',
  'provider-holds-money':
    'Members still have money at a provider that would be removed. Give it no currencies instead: nothing goes in any more, and members can take out what they have.',
  'keeps-you-out':
    'You would no longer be able to open the console. Add the network that you are using.',
  'plan-time':
    'It must end after it begins, and at a time still to come; neither may be more than 400 days ahead.',
  'plans-overlap':
    'A plan sets one of these at that time already. End it first, or choose another time.',
  'plans-full': 'There are too many plans already. End one first.',
  'plan-missed': 'The system was not running while it was to be in force.',
  'plan-unconfirmed':
    'By then it needed a second person, who had not approved it or may not approve it any more.',
  'plan-no-right': 'By then the operator who planned it had no right to change these settings.',
  'test-sms-full':
    'As many test SMS as a day allows have been sent. Each costs money, so try again tomorrow.',
}

const seconds: Record<SecondKind, string> = {
  'settings set': 'Change a setting',
  'operator add': 'Add an operator',
  'bonus define': 'Define a bonus',
  'promotions define': 'Define a promotion',
  'wheel define': 'Define the wheel',
  'bonus switch': 'Offer a bonus again',
  'promotions switch': 'Offer a promotion again',
  'wheel on': 'Show a wheel to members',
  'deposits match': 'Credit a deposit to a member',
  'deposits match request': 'Credit a reported deposit',
  'deposits shown': 'Mark a deposit as shown by the bank',
  'qrcodes resolve': 'Settle a QR payment',
  'giftlinks resolve': 'Settle a gift link',
  'transfers resolve': 'Settle a transfer',
  'withdrawals resolve': 'Settle a payout',
  'withdrawals bounced': 'Book a payout as sent back',
  'items decide': 'Decide a suspicion',
  'recovery open': 'Reopen the service after a restore',
  'recovery settle': 'Settle a difference after a restore',
  'payouts resume': 'Resume payouts',
  'operator roles': 'Change the roles of an operator',
  'operator disable': 'Disable an owner',
  'operator enable': 'Enable an operator again',
}

export const work = {
  ...queues,
  effects,
  barred,
  decisions,
  decided,
  ...forms,
  ...reasons,
  refused,
  seconds,
  undo: {
    paidIn: (seconds: number) => `Approved, will be paid in ${seconds}\u00A0s`,
    returnedIn: (seconds: number) => `Rejected, will go back in ${seconds}\u00A0s`,
    givenBackIn: (seconds: number) => `Refused, will be booked as given back in ${seconds}\u00A0s`,
    approved: (seconds: number) => `Approved, can be undone for ${seconds}\u00A0s`,
    act: 'Undo',
    done: 'Undone. It is waiting again; no money has moved.',
  },
  emptyAll: 'Nothing is waiting. New work appears here right away.',
  choose: 'Choose an item from the list.',
  since: 'Since',
  takenBy: (name: string) => `${name} has it open`,
  takenByMe: 'You have it open',
  notInOrder:
    'If it is not in order, do not press “In order”. It stays here, and an alarm is raised if nobody reviews it within 24\u00A0hours. Tell an owner who did not do it. It is put right where it was done: at the deposit or payout, on the member’s page, or under Rewards, Settings or Operators.',
  candidates: 'Members it may belong to',
  noCandidates: 'Nobody fits. Search for the member, or refuse it.',
  fits: (percent: number) => `fits ${percent}%`,
  otherMember: 'Search for another member',
  memberHint: 'Phone, name, account or id; arrow keys and Enter choose.',
  chosenMember: 'Chosen member',
  searchAgain: 'Search again',
  lists: 'Lists of work',
  certain: 'certain',
  odd: 'contradicts',
  changed: 'changes',
  before: 'As it is',
  after: 'As it would be',
  was: 'Before',
  became: 'After',
  doneBy: (name: string) => `by ${name}`,
  matchLine: 'Choose the bank’s transfer',
  decide: 'Decide',
  waitsFor: (names: string) => `This will wait for a second approval from ${names}.`,
  or: 'or',
  nobody: 'Nobody can approve it.',
  youLater: (at: string) => `Nobody else can approve it. You can do so yourself after ${at}.`,
  othersLater: (name: string, at: string) => `Nobody can approve it yet. ${name} can from ${at}.`,
  nowWaits: (names: string) => `Waiting for a second approval from ${names}`,
  waitsNote: (asker: string) =>
    `${asker} has requested a decision that needs a second approval. Nothing else can be decided here until it is approved or rejected.`,
  waitsShort: (asker: string, names: string) =>
    `waiting for a second approval${names ? ` from ${names}` : ''}, requested by ${asker}`,
  alone: (given: string, max: string) =>
    `In the last 24 hours, all operators together have given ${given} of ${max} without a second person.`,
  misfit:
    'Money from this payer is unlikely to belong to this member. Check again before you credit it.',
  openRequest: 'Open the request',
  notDone: (why: string) => `Not done: ${why}`,
  unclear: (why: string) => `Unclear whether it was done: ${why}`,
  same: (count: number) => `${count} unchanged`,
  added: 'added',
  removed: 'removed',
  askedBy: (name: string) => `requested by ${name}`,
  more: 'and more',
  decidedHead: 'Decided',
  movements: 'Movements',
  next: 'Next item',
  openTalk: 'Open the conversation',
  show: 'Show the picture',
  picture: 'Picture of the item',
  showPayer: 'Show the payer in full',
  showPayerNote: 'It is recorded in the audit trail, with your name.',
  movement: 'Movement',
  postings: 'Postings',
  account: 'Account',
  left: 'Left',
}

export type WorkText = typeof work
