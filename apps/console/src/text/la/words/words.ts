import type { WordsText } from '#text/en/words/words.ts'
import { actions } from './actions.ts'
import { accounts, actors, ends, languages, movements, slips, withdrawals } from './books.ts'
import { settings } from './settings.ts'
import { coded, keys, signIn } from './values.ts'

export const words: WordsText = {
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
  technical: 'ລາຍລະອຽດທາງເຕັກນິກ',
  code: 'ຊື່ໃນລະບົບ',
  thai: 'ຮູບແບບໄທ',
  laos: 'ຮູບແບບລາວ',
}
