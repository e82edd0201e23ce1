import type { Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#core/config.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'

/** What a command works with; nothing is opened or read before it is asked for. */
export type Desk = {
  db: Db
  /** The owner of the tables, for migrations; null when nobody said. */
  ownerUrl: string | null
  clock: Clock
  ids: Ids
  requestId: string
  /** For who asks the outside world. */
  config: Config
  /** The token of the person at the keyboard; null when there is no file with one. */
  token: () => Promise<string | null>
  /** How the audit trail names that person; a command that changes anything asks for it first. */
  actor: () => Promise<Actor>
  /** Where a new operator's token goes unless another place is given. */
  tokenFileOf: (name: string) => string
}

export type Typed = {
  args: string[]
  text: (option: string) => string | null
  flag: (option: string) => boolean
}

/** The same answer twice: for a person, and for a program that asked with --json. */
export type Answer = { text: string; json: unknown }

export type Option = {
  /** What stands for the value in the help, such as FILE; null for a switch. */
  value: string | null
  about: string
}

export type Command = {
  /** Group and verb, such as `settings set`. */
  name: string
  /** Names of its arguments; those in brackets may be left out. */
  args: string[]
  about: string
  options: Record<string, Option>
  examples: string[]
  run: (desk: Desk, typed: Typed) => Promise<Answer>
}

export type Group = { name: string; about: string; commands: Command[] }

export const optionsOfEvery: Record<string, Option> = {
  json: { value: null, about: 'Print JSON for a program.' },
  as: { value: 'NAME', about: 'Which operator you are, when this computer holds several tokens.' },
  'token-file': { value: 'FILE', about: 'Where your token is.' },
  help: { value: null, about: 'Say what this command does.' },
}
