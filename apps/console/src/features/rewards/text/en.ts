import type { RewardKind, RewardState, RewardWarning } from '@kapao/contract/console/reward-words'
import { formatCount } from '#core/format.ts'
import { fields } from '#ui/fields/text/en.ts'
import { plan } from '#shared/plans/text/en.ts'

const kinds: Record<RewardKind, string> = {
  bonus: 'Bonuses',
  code: 'Promotion codes',
  wheel: 'Wheels',
}

const states: Record<RewardState, string> = {
  on: 'On',
  off: 'Off',
  begins: 'Not begun yet',
  over: 'Ended',
  full: 'All taken',
}

const warnings: Record<RewardWarning, string> = {
  'above-asked':
    'It asks for no more than it gives: members have that at once, or stake it only once.',
  'above-deposit': 'It gives more than the deposit it is a share of.',
  'turnover-high':
    'More than 10 times, which regulators of some countries forbid. Members may never reach it.',
  'code-short': 'A code this short can be found by trying. Give it at least 8 characters.',
  'code-alike':
    'It looks like a code that is there already: members will mistake one for the other.',
  'no-quota': 'There is no quota: any number may be given of it.',
  'coins-without-end':
    'On average a spin gives back the coin that it takes, or more: its cost has no end.',
  'thai-in-lao': 'A Lao text has Thai letters: is it in the right column?',
  'lao-in-thai': 'A Thai text has Lao letters: is it in the right column?',
}

/** Bonuses, codes and wheels, and what saving and switching come to. */
export const rewards = {
  ...fields,
  plan,
  parts: {
    gives: 'Gives',
    terms: 'What it gives and asks for',
    kind: 'What counts',
    base: 'What is multiplied',
    factor: 'Times to reach (none: the setting)',
    quota: 'Quota of all members together',
    startsAt: 'Begins',
    endsAt: 'Ends',
    type: 'Counted in',
    maxReceived: 'How often a member may take it in that time',
    amount: 'Amount',
    withdrawMax: 'The most that may be withdrawn at its end',
    slot: 'Slots (%)',
    sport: 'Sports (%)',
    lotto: 'Lottery (%)',
    tickets: 'Tickets of all sectors together',
    slices: 'Sectors, clockwise from the top',
    weight: 'Tickets of this sector',
    code: 'Code of the sector',
  } as Record<string, string>,
  kinds,
  states,
  warnings,
  addNew: { bonus: 'New bonus', code: 'New promotion code', wheel: 'New wheel' } as Record<
    RewardKind,
    string
  >,
  code: {
    bonus: 'Name: capitals, digits, dots and dashes',
    code: 'The code that members type',
    wheel: 'Name: letters, digits and dashes',
  } as Record<RewardKind, string>,
  codeWrong: {
    bonus: 'Use 1 to 64 capitals, digits, dots, dashes and underscores.',
    code: 'Use 1 to 64 letters and digits, without blanks.',
    wheel: 'Use 1 to 32 letters, digits, dots, dashes and underscores.',
  } as Record<RewardKind, string>,
  choose: 'Choose a reward from the list, or add one.',
  none: 'There are none yet.',
  taken: (taken: number, quota: number) => `${formatCount(taken)} of ${formatCount(quota)} taken`,
  takenEver: (taken: number) => `${formatCount(taken)} taken`,
  spun: (times: number) =>
    times === 1 ? '1 spin in 30 days' : `${formatCount(times)} spins in 30 days`,
  changed: 'Changed',
  from: 'From',
  until: 'until',
  definition: 'Definition',
  readOnly: 'Your roles let you read the rewards, not change them.',
  waits: (by: string) => `Something that ${by} asked for waits for a second person.`,
  openWait: 'Open the request',
  noCode: 'Type its name or code first.',
  inItsTime: 'Members can take it in its own time:',
  atOnceOff: 'It will be saved, and is not offered before you switch it on.',
  costs: 'Costs',
  most: 'At most, for what is left of the quota',
  noMost: 'No limit: it has no quota',
  last30: 'Given in the last 30 days',
  nothingGiven: 'nothing',
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  spin: 'A spin costs on average',
  ofDeposits: 'Cost in spins of deposits of',
  noEnd: 'more than any sum',
  odds: 'Odds',
  missing: (count: number) =>
    count === 1 ? '1 ticket is missing' : `${count} tickets are missing`,
  tooMany: (count: number) => (count === 1 ? '1 ticket too many' : `${count} tickets too many`),
  addsUp: 'The tickets add up.',
  switching: 'Offer it to members',
  switchOn: 'Switch on',
  switchOff: 'Switch off',
  nowOn: 'Switched on.',
  nowOff: 'Switched off.',
  noSecond: 'No second person is needed.',
  shown: (code: string, version: number) => `Switched on: ${code}, version ${version}.`,
  replaces: (code: string) => `It takes the place of ${code}.`,
  outside: (code: string, version: number) =>
    `Before and after that, members see ${code}, version ${version}.`,
  outsideNone: 'Before and after that, members see no wheel.',
  endsAtOnce: 'Its time ends at once.',
  askToEnd: 'Ask to end it',
  begin: 'From (empty: now)',
  end: 'Until (empty: no end)',
  versions: 'Versions',
  acts: {
    defined: 'defined it',
    'switched-on': 'switched it on',
    'switched-off': 'switched it off',
  },
  load: 'Put into the form',
  holders: (count: number) => `Held by ${count}`,
  coupons: (count: number) => `Coupons to claim: ${count}`,
  nobody: 'Nobody holds it.',
  periods: 'Invite and refund',
  periodsLead: 'The system counts both after each period. Rates and limits are settings.',
  invite: 'Shares of invited members’ net losses',
  refund: 'Refunds of losses',
  noPeriod: 'Nothing was counted in the last 60 days.',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  toSettings: 'Their settings',
}

export type RewardsText = typeof rewards
