import { codes, type Codes } from './codes.ts'
import { desk, type DeskText } from './desk.ts'
import { inbox, type InboxText } from './inbox.ts'
import { members, type MembersText } from './members.ts'
import { payouts, type PayoutsText } from './work/payouts.ts'
import { people, type PeopleText } from './people.ts'
import { refusals, type RefusalText } from './refusals.ts'
import { terminals, type TerminalsText } from './entry/terminals.ts'
import { ways, type WaysText } from './entry/ways.ts'
import { words, type WordsText } from './words/words.ts'
import { work, type WorkText } from './work/work.ts'

/** English defines the shape; the compiler checks the other languages against it. */
export type ConsoleText = {
  desk: DeskText
  codes: Codes
  work: WorkText
  members: MembersText
  inbox: InboxText
  payouts: PayoutsText
  people: PeopleText
  refusals: RefusalText
  ways: WaysText
  terminals: TerminalsText
  words: WordsText
}

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
