import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { compiled } from '../processes/compiled.ts'
import { openDatabaseWire, type Moment } from '../database/database-wire.ts'

const program = join(import.meta.dirname, '../../../bin/kapao.mjs')

type Ran = { code: number | null; signal: string | null; err: string }

export type Commands = {
  /** Runs `kapao` as a separate process to its end. */
  kapao: (...args: string[]) => Promise<Ran>
  /** Kills the command with `kill -9` at a moment of its work. */
  killedAt: (moment: Moment, args: readonly string[]) => Promise<void>
  close: () => Promise<void>
}

/** The terminal of an operator named nok. */
export async function openCommands(databaseUrl: string): Promise<Commands> {
  const home = await mkdtemp(join(tmpdir(), 'kapao-home-'))
  const start = (
    url: string,
    args: readonly string[],
  ): { child: ChildProcess; ran: Promise<Ran> } => {
    const env = { ...compiled, PATH: dirname(process.execPath), HOME: home, DATABASE_URL: url }
    const child = spawn(process.execPath, [program, ...args], { env, cwd: home })
    let err = ''
    child.stdout.resume()
    child.stderr.on('data', (part: Buffer) => (err += part.toString()))
    const ran = new Promise<Ran>((resolve) =>
      child.on('close', (code, signal) => resolve({ code, signal, err })),
    )
    return { child, ran }
  }
  const kapao: Commands['kapao'] = (...args) => start(databaseUrl, args).ran
  expect((await kapao('operator', 'add', 'nok')).code).toBe(0)
  return {
    kapao,
    killedAt: async (moment, args) => {
      const wire = await openDatabaseWire(databaseUrl, moment)
      const { child, ran } = start(wire.url, args)
      const early = await Promise.race([wire.reached, ran])
      expect(early).toBeUndefined()
      child.kill('SIGKILL')
      expect((await ran).signal).toBe('SIGKILL')
      wire.close()
    },
    close: () => rm(home, { recursive: true }),
  }
}
