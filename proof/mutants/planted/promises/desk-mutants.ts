import { faultsIn } from '../../faults.ts'
import type { Mutant } from '../../mutant.ts'

/** Faults of the one desk, and of what it shows of members. */
export const deskMutants: readonly Mutant[] = [
  ...faultsIn('core/console/route', 'kapao/remote/remote', {
    'console: a bearer is asked for no right': [
      "access !== 'session' && !hasRight(",
      "access !== 'session' && operator.way === 'browser' && !hasRight(",
    ],
  }),
  ...faultsIn('desk/queues/decide', 'kapao/remote/cut-off', {
    'decide: a key is not looked at': [
      'operator: operator.actor, key }',
      'operator: operator.actor, key: desk.ids.key() }',
    ],
  }),
  ...faultsIn('kapao/remote/run', 'kapao/remote/cut-off', {
    'terminal: a call loads the server': [
      "import { rm } from 'node:fs/promises'\n",
      "import { rm } from 'node:fs/promises'\nimport '../../system/compose.ts'\n",
    ],
  }),
  ...faultsIn('talk/chat/desk-routes', 'talk/chat/inbox', {
    'canned: the language that was chosen is not listened to': [
      'const inWords = language ?? talk.language',
      'const inWords = language === undefined ? talk.language : talk.language',
    ],
  }),
  ...faultsIn('desk/overview/members/lists-store', 'desk/overview/members/lists', {
    'largest: what was counted before stays': [
      "  await tx.query('delete from desk_largest')\n",
      "  await tx.query('delete from desk_largest where owed = 0')\n",
    ],
    'flagged: what waits as its deposit is a suspicion, too': [' and i.waits_as is null', ''],
  }),
  ...faultsIn('desk/overview/members/search/search', 'desk/overview/members/search/search', {
    'search: who writes it so is forgotten for who sounds alike': [
      'return [\n    ...rows,',
      'return [\n    ...rows.slice(0, 0),',
    ],
  }),
  ...faultsIn('account_sounding', 'desk/overview/members/search/search', {
    'search: who is found by name sounds alike, too': [' <> all (p_except)', ' is not null'],
    'search: one consonant is a name': ['max(sounds.longest) > 1', 'max(sounds.longest) > 0'],
  }),
  ...faultsIn('channels/giftlinks/desk', 'desk/queues/{payer,says}', {
    'giftlink: its voucher is shown whole': ['one.voucher.slice(-shownLetters)', 'one.voucher'],
    'giftlink: what waits for its owner is said to be credited': [
      `one.payerKnown ? 'credits-received' : 'waits-for-owner'`,
      `'credits-received'`,
    ],
  }),
  ...faultsIn('channels/qrcodes/desk', 'desk/queues/says', {
    'payment: what waits for its owner is said to be credited': [
      `waitsForOwner(one, code, member) ? 'waits-for-owner' : 'credits-received'`,
      `'credits-received'`,
    ],
  }),
]
