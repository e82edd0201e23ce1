import type { ConsoleText } from '#text/en/all.ts'
import { codes } from './codes.ts'
import { desk } from './desk.ts'
import { inbox } from './inbox.ts'
import { members } from './members.ts'
import { payouts } from './work/payouts.ts'
import { people } from './people.ts'
import { refusals } from './refusals.ts'
import { terminals } from './entry/terminals.ts'
import { ways } from './entry/ways.ts'
import { words } from './words/words.ts'
import { work } from './work/work.ts'

export const text: ConsoleText = {
  desk,
  codes,
  work,
  members,
  inbox,
  payouts,
  people,
  refusals,
  ways,
  terminals,
  words,
}
