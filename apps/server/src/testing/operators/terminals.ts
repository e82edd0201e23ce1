import { systemIds } from '#core/ids.ts'
import type { Clock } from '#core/clock.ts'
import { addOperator, disableOperator } from '#modules/operators/operators.ts'
import type { TestDatabase } from '../database.ts'
import { testConfig } from '../test-app.ts'
import type { Config } from '../../system/config.ts'
import type { CliContext, Group } from '../../kapao/command.ts'
import { parseLine } from '../../kapao/parse.ts'

type TerminalDeps = {
  database: Pick<TestDatabase, 'db' | 'ownerDb'>
  clock: Clock
  config?: Config
}

export type Terminals = {
  /** A line typed by the operator of that name. */
  kapao: (name: string, ...line: string[]) => Promise<string>
  add: (name: string, by: string | null) => Promise<void>
  disable: (name: string, by: string) => Promise<void>
  passHours: (hours: number) => Promise<void>
}

/** Operators, each with a terminal that has these commands. */
export function openTerminals(
  { database, clock, config = testConfig }: TerminalDeps,
  groups: Group[],
): Terminals {
  const { db, ownerDb } = database
  return {
    kapao: async (name, ...line) => {
      const parsed = parseLine(groups, line)
      if ('help' in parsed) throw new Error('this line only asks for help')
      const cli: CliContext = {
        db,
        config,
        clock,
        // Each new operator gets a distinct token.
        ids: { ...systemIds, secret: () => `token of ${line[2]}` },
        requestId: systemIds.key(),
        token: async () => `token of ${name}`,
        actor: async () => `operator:${name}`,
        tokenFileOf: () => '',
      }
      return (await parsed.command.run(cli, parsed.typed)).text
    },
    add: async (name, by) => {
      const byToken = by && `token of ${by}`
      const act = { name, byToken, token: `token of ${name}`, requestId: 'test' }
      await addOperator({ db, clock }, act)
    },
    disable: (name, by) =>
      disableOperator({ db, clock }, { name, byToken: `token of ${by}`, requestId: 'test' }),
    /** The times are the database's own, so only its owner can move them. */
    passHours: async (hours) => {
      const interval = [`${hours} hours`]
      await ownerDb.query(
        `update operators_operator set noted_at = noted_at - $1::interval, added_at = added_at - $1::interval`,
        interval,
      )
      await ownerDb.query(`update confirm_request set asked_at = asked_at - $1::interval`, interval)
    },
  }
}
