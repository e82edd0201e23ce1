import { sha256, systemIds } from '#core/ids.ts'
import type { Clock } from '#core/clock.ts'
import type { Role } from '@kapao/contract/console/roles'
import { openDecide } from '#desk/decisions/decide.ts'
import { disableOperator } from '#records/operators/disable.ts'
import { addConfirmed, addFirst } from '#records/operators/operators.ts'
import type { TestDatabase } from '../database/database.ts'
import { deskContext } from '../desk/desk-context.ts'
import { testConfig } from '../worlds/test-app.ts'
import { ageOperators } from './age.ts'
import type { Config } from '#context/config.ts'
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
  /** During the setup, where one alone may; they may confirm what others ask for, a day later. */
  add: (name: string, by: string | null, roles?: readonly Role[]) => Promise<void>
  disable: (name: string, by: string) => Promise<void>
  passHours: (hours: number) => Promise<void>
}

/** Operators, each with a terminal that has these commands. */
export function openTerminals(
  { database, clock, config = testConfig }: TerminalDeps,
  groups: Group[],
): Terminals {
  const { db, ownerDb } = database
  const desk = () => deskContext({ db, clock }, config)
  return {
    kapao: async (name, ...line) => {
      const parsed = parseLine(groups, line)
      if ('help' in parsed) throw new Error('this line only asks for help')
      const cli: CliContext = {
        ...desk(),
        // Each operator makes a distinct token.
        ids: { ...systemIds, secret: () => `token of ${line[2]}` },
        requestId: systemIds.key(),
        token: async () => `token of ${name}`,
        actor: async () => `operator:${name}`,
        tokenFileOf: () => '',
      }
      return (await parsed.command.run(cli, parsed.typed)).text
    },
    add: async (name, by, roles = ['risk']) => {
      const token = `token of ${name}`
      if (by === null) return addFirst({ db, clock }, { name, token, requestId: 'test' })
      const actor = `operator:${by}` as const
      const act = { name, tokenHash: sha256(token), roles, addedBy: actor, actor }
      return addConfirmed({ db, clock }, { ...act, requestId: 'test' })
    },
    disable: async (name, by) => {
      const act = { name, actor: `operator:${by}`, requestId: 'test' } as const
      const decide = openDecide(desk())
      const { state } = await disableOperator({ db, clock, decide }, act)
      if (state !== 'done') throw new Error(`${name} waits for a second operator`)
    },
    passHours: (hours) => ageOperators({ ownerDb }, hours),
  }
}
