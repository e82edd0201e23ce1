import type { Right } from '@kapao/contract/console/roles'
import type { Actor } from '#core/audit/audit-store.ts'
import type { Clock } from '#core/clock.ts'
import type { Config } from '#context/config.ts'
import type { Outside } from '#context/outside.ts'
import type { Db } from '#core/db/db.ts'
import type { Reads } from '#core/db/reads/reads.ts'
import type { Ids } from '#core/ids.ts'

/** What a command works with; each part is opened or read only when the command needs it. */
export type CliContext = {
  db: Db
  /** A standby, for reads that may be old. */
  reads?: Reads | undefined
  clock: Clock
  ids: Ids
  requestId: string
  config: Config
  /** For commands that call outside systems. */
  outside: Outside
  /** What is wrong with the process settings; only a command that examines them runs with any. */
  problems?: readonly string[]
  /** The operator's name in the audit trail: who has the right that the command names, or who holds a token. */
  actor: () => Promise<Actor>
  /** The default file of a new operator's token. */
  tokenFileOf: (name: string) => string
}

/** Who types, as far as this terminal can prove it. */
export type Typist = {
  /** The holder of the token; null when there is no token file. */
  tokenActor: () => Promise<Actor | null>
  /** The operator of this terminal's session; null where it is not signed in. */
  sessionActor: () => Promise<Actor | null>
}

export type CommandInput = {
  args: string[]
  text: (option: string) => string | null
  flag: (option: string) => boolean
}

/** The answer as text for an operator, and as JSON for a program that passes --json. */
export type Answer = { text: string; json: unknown }

export type Option = {
  /** The placeholder of the value in the help, such as FILE; null for a switch. */
  value: string | null
  about: string
}

export type Command = {
  /** Group and verb, such as `settings set`. */
  name: string
  /** Names of its arguments; those in brackets are optional. */
  args: string[]
  about: string
  options: Record<string, Option>
  examples: string[]
  /** What its operator's roles must allow; left out where everybody who reaches the database may. */
  right?: Right
  /** Also where the settings of the process are not right. */
  looksAtSettings?: boolean
  run: (cli: CliContext, typed: CommandInput) => Promise<Answer>
}

export type Group = { name: string; about: string; commands: Command[] }

export const optionsOfEvery: Record<string, Option> = {
  json: { value: null, about: 'Print JSON for a program.' },
  as: { value: 'NAME', about: 'Which operator you are, when this computer holds several tokens.' },
  'token-file': { value: 'FILE', about: 'Where your token is.' },
  help: { value: null, about: 'Describe this command.' },
}
