import { flag } from './kinds/kinds.ts'
import { networkList } from './kinds/lists.ts'
import { setting } from './kinds/setting.ts'

/** Who may reach the console, and how they sign in. */
export const consoleSettings = {
  'console.addresses': setting({
    kind: networkList,
    fallback: [],
    reader: 'server',
    about:
      'The addresses and networks from which operators may use the console; with none it answers everybody who reaches its port.',
  }),
  'console.passwords': setting({
    kind: flag,
    fallback: false,
    reader: 'server',
    about:
      'Whether operators may also sign in at the console by a password and the code of an app, where a machine has no passkey.',
  }),
}
