import { workKinds, type WorkKind } from '@kapao/contract/console/words'
import { flag, wholeNumber } from './kinds/kinds.ts'
import { networkList } from './kinds/lists.ts'
import { forEach, setting } from './kinds/setting.ts'

const promisedMinutes: Record<WorkKind, number> = {
  deposit: 15,
  differing: 60,
  unread: 60,
  manual: 15,
  finding: 240,
  payment: 30,
  giftlink: 30,
  withdrawal: 15,
  payout: 15,
  transfer: 15,
  suspicion: 240,
  review: 720,
  second: 30,
  talk: 3,
}

const weekMinutes = 7 * 24 * 60

/** Who may reach the console, how they sign in, and how soon items are promised to be decided. */
export const consoleSettings = {
  'console.addresses': setting({
    kind: networkList,
    fallback: [],
    about:
      'The addresses and networks from which operators may use the console; with none it answers everybody who reaches its port.',
  }),
  'console.passwords': setting({
    kind: flag,
    fallback: false,
    about:
      'Whether operators may also sign in at the console by a password and the code of an app, where a machine has no passkey.',
  }),
  ...forEach('console.promisedMinutes', workKinds, (kind) =>
    setting({
      kind: wholeNumber(1, weekMinutes),
      fallback: promisedMinutes[kind],
      about: `Within how many minutes an item of the kind ${kind} is promised to be decided; then it turns amber at the console, and after twice as many red.`,
    }),
  ),
}
