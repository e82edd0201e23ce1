import { actions } from './actions.ts'
import { accounts, actors, ends, languages, movements, slips, withdrawals } from './books.ts'
import { settings } from './settings.ts'
import { coded, keys, signIn } from './values.ts'

/** What codes of the server are called, and how what has no words is marked. */
export const words = {
  actions,
  settings,
  accounts,
  movements,
  withdrawals,
  slips,
  languages,
  actors,
  ends,
  keys,
  coded,
  signIn,
  technical: 'Technical detail',
  code: 'Name in the system',
  thai: 'Thai variant',
  laos: 'Lao variant',
}

export type WordsText = typeof words
