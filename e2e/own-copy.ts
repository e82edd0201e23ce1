import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findCall } from '../apps/server/src/kapao/remote/commands.ts'
import { environment } from '../tools/start/environment.ts'
import { makeDataDir, startCopy, type RunningCopy } from '../tools/testing/running-copy.ts'
import { withDb } from './database.ts'
import { test as base } from './test.ts'

const kapaoFile = join(import.meta.dirname, '../apps/server/bin/kapao.mjs')

export type OwnCopy = RunningCopy & {
  databaseUrl: string
  /** A command of the operator nok, who has just touched; resolves with the printed output. */
  kapao: (...args: string[]) => Promise<string>
}

/** As one more of the demo's own operators: the first of an installation would end the demo, as which the journeys sign in. */
async function addBesideDemo(databaseUrl: string, token: string): Promise<void> {
  await withDb(databaseUrl, async (db) => {
    await db.query(
      `insert into operators_operator (name, token_hash, created_at, created_by)
       values ('nok', $1, now(), 'system:seed')`,
      [createHash('sha256').update(token).digest()],
    )
    await db.query(
      `insert into operators_role (operator, role, given_by) values ('nok', 'owner', 'system:seed')`,
    )
  })
}

/** As a page that nok sits at would make one. */
async function signInTerminal(copy: RunningCopy, at: { databaseUrl: string; file: string }) {
  const token = randomBytes(32).toString('base64url')
  const key = createHash('sha256').update(token).digest()
  await withDb(at.databaseUrl, (db) =>
    db.query(
      `insert into sign_in_session (key, operator, way, started_at, last_used_at, ends_at, touched_at, address, device)
       values ($1, 'nok', 'terminal', now(), now(), now() + interval '1 hour', now(), '127.0.0.1', 'e2e')`,
      [key],
    ),
  )
  const session = { console: copy.console, token, name: 'nok', machine: 'e2e' }
  await writeFile(at.file, JSON.stringify(session), { mode: 0o600 })
}

/** A private copy, with an operator at a terminal. */
export async function openOwnCopy(
  env: Record<string, string> = {},
): Promise<{ copy: OwnCopy; close: () => Promise<void> }> {
  const { dataDir, remove } = await makeDataDir()
  const trusting = { RATE_LIMIT_FACTOR: '50', TRUSTED_PROXIES: '127.0.0.1' }
  const copy = await startCopy({ dataDir, env: { ...trusting, ...env } })
  const run = JSON.parse(await readFile(join(dataDir, 'run.json'), 'utf8'))
  const tokenFile = join(dataDir, 'nok.token')
  const sessionFile = join(dataDir, 'nok.session')
  const type = async (...args: string[]): Promise<string> => {
    const inside = { ...environment, DATA_DIR: dataDir, KAPAO_SESSION: sessionFile }
    const done = await promisify(execFile)(process.execPath, [kapaoFile, ...args], { env: inside })
    return done.stdout
  }
  const token = randomBytes(32).toString('base64url')
  await writeFile(tokenFile, token, { mode: 0o600 })
  await addBesideDemo(run.databaseUrl, token)
  const kapao = async (...args: string[]) => {
    if (!findCall(args)) return type(...args, '--token-file', tokenFile)
    await signInTerminal(copy, { databaseUrl: run.databaseUrl, file: sessionFile })
    return type(...args)
  }
  const close = async (): Promise<void> => {
    await copy.stop()
    await remove()
  }
  return { copy: { ...copy, databaseUrl: run.databaseUrl, kapao }, close }
}

function withCopy() {
  return base.extend<object, { copy: OwnCopy }>({
    copy: [
      async ({}, use) => {
        const { copy, close } = await openOwnCopy()
        await use(copy)
        await close()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ copy }, use) => use(copy.app),
  })
}

/** For journeys in which operators decide, or the whole sandbox misbehaves: a copy that no other journey uses. */
export const test = withCopy()

/** For the journey that closes its copy: later journeys get another one. */
export const closingTest = withCopy()

/** For the journey that walks a list from its beginning: what others have left would come first. */
export const firstTest = withCopy()

/** For the journey that leaves rows of everything that can go wrong. */
export const wordsTest = withCopy()

/** For the journey that ends the demo: nobody signs in without a key afterwards. */
export const joinTest = withCopy()
