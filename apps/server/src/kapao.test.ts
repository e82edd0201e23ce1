import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { consoleMark } from '@kapao/contract/console/limits'
import { systemClock } from '#core/clock.ts'
import { createLog } from '#core/telemetry/log.ts'
import { openAuthenticator, type Options } from '#testing/console/authenticator.ts'
import { startTestConsole } from '#testing/console/start-console.ts'
import { send, testConfig } from '#testing/worlds/test-app.ts'
import { compiled } from '#testing/processes/compiled.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'

/** Each command is a process of its own. */
const patienceMs = 120_000
const program = join(import.meta.dirname, '../bin/kapao.mjs')
const account = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'KBANK', nameEN: 'KBANK' },
  bankAccountName: 'THE HOUSE',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
}
let database: TestDatabase
const home = tempFolder()

type Ran = { code: number | null; out: string; err: string }
type RunOptions = { env?: Record<string, string>; cwd?: string; stdin?: string }

/** Runs the program like an operator does: in its own process, without this one's environment. */
function kapao(args: string[], { env, cwd, stdin }: RunOptions = {}): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: cwd ?? home,
    env: {
      ...compiled,
      PATH: dirname(process.execPath),
      HOME: home,
      ...(env ?? { DATABASE_URL: database.url }),
    },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (part: string) => (ran.out += part))
  child.stderr.setEncoding('utf8').on('data', (part: string) => (ran.err += part))
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ ...ran, code }))
  })
}

type Page = { address: string; origin: string; cookie?: string }

/** As the page of the console calls. */
function askPage({ address, origin, cookie }: Page, path: string, body: object) {
  const headers = { origin, 'x-client': consoleMark, 'sec-fetch-site': 'same-origin' }
  const own = cookie === undefined ? headers : { ...headers, cookie }
  return send(address, `POST /api/console/${path}`, { body, headers: own })
}

/** Makes a passkey by a link; answers the cookie of the session that begins with it. */
async function enrolAt(page: Page, token: string): Promise<string> {
  const asked = await askPage(page, 'enrol/begin', { token })
  const { challenge, options } = asked.body as { challenge: string; options: Options }
  const key = openAuthenticator({ origin: page.origin, rpId: 'localhost' }, true)
  const answer = { token, challenge, answer: key.create(options), label: 'a key' }
  const done = await askPage(page, 'enrol/finish', answer)
  return (done.headers.get('set-cookie') ?? '').split(';')[0]!
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

describe('help and wrong usage', () => {
  test('without arguments it shows its help, without a database', async () => {
    const { code, out } = await kapao([], { env: {} })
    expect(code).toBe(0)
    for (const word of ['settings set NAME', 'operator add NAME', 'members search', 'Exit codes'])
      expect(out).toContain(word)
    expect(out).toContain(join(home, '.config/kapao'))
  })

  test(
    'explains a group, a command, a call and all calls of a word',
    { tags: 'long-3', timeout: patienceMs },
    async () => {
      const helpOf = async (...words: string[]) =>
        (await kapao(['help', ...words], { env: {} })).out
      expect(await helpOf('recovery')).toContain('recovery begin')
      expect(await helpOf('verify')).toContain('stop paying out')
      expect(await helpOf('settings', 'set')).toContain('--text TEXT')
      expect((await kapao(['members', 'active', '--help'], { env: {} })).out).toContain(
        '--why TEXT',
      )
      for (const call of ['work list', 'work item', 'work decide'])
        expect(await helpOf('work')).toContain(`npx kapao ${call}`)
    },
  )

  test.each([
    [['setings'], 'did you mean settings?'],
    [['recovery', 'shw'], 'did you mean recovery show?'],
    [['verify', '--ful'], 'did you mean --full?'],
    [['recovery', 'settle', '0812345678'], 'Usage: npx kapao recovery settle MEMBER GAME'],
    [['operator', 'disable', 'two', 'words'], 'quotes'],
    [['help', 'nothing'], 'There is no command nothing'],
    [['work'], 'work list, work counts'],
    [['work', 'lst'], 'work list, work counts'],
    [['settings', 'set', 'brand.name', 'two', 'words'], 'That is too much'],
  ])('%j is wrong usage: %s', { tags: 'long-3' }, async (args, sentence) => {
    const { code, out, err } = await kapao(args, { env: {} })
    expect(err).toContain(sentence)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })
})

describe('the database', () => {
  test.each([
    ['nothing listens', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
    ['nothing runs', { DATA_DIR: '/nowhere' }],
  ])('%s: says how to start it, in one line and with its own exit code', async (_, env) => {
    const { code, err } = await kapao(['operator', 'list'], { env })
    expect(code).toBe(3)
    expect(err).toContain('npm start')
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test("a database of another version is not the operator's fault", async () => {
    const elsewhere = new URL(database.url)
    elsewhere.pathname = '/kapao_there_is_no_such_database'
    const { code, err } = await kapao(['operator', 'list'], {
      env: { DATABASE_URL: elsewhere.href },
    })
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('cannot be reached') })
  })

  test('is found through the running copy, from a folder deep inside the repository', async () => {
    const dataDir = join(home, 'data')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'run.json'), JSON.stringify({ databaseUrl: database.url }))
    const { code, out } = await kapao(['operator', 'list', '--json'], {
      env: { DATA_DIR: dataDir },
      cwd: join(import.meta.dirname, 'settings'),
    })
    expect([code, JSON.parse(out)]).toEqual([0, []])
  })
})

// These build on one another, like the first day of a new database.
describe('a first day', () => {
  const tokens = (): string => join(home, '.config/kapao')

  test('nothing can be changed before there is an operator', async () => {
    const { code, err } = await kapao(['recovery', 'begin', '--point', '2026-11-21T00:00:00+07:00'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('needs an operator') })
    const call = await kapao(['settings', 'set', 'qr.minutes', '--text', '20'])
    expect(call).toMatchObject({ code: 1, err: expect.stringContaining('not signed in') })
  })

  test('of two concurrent first operators exactly one is added, and only that one keeps a token', async () => {
    // Each has a separate home: in a shared one the second could be added with the token of the first.
    const people = await Promise.all(
      ['nok', 'lek'].map(async (name) => {
        const own = await mkdtemp(join(home, `${name}-`))
        const env = { DATABASE_URL: database.url, HOME: own }
        const { code } = await kapao(['operator', 'add', name], { env })
        // The loser may have been refused before a file was written.
        const tokens = await readdir(join(own, '.config/kapao')).catch(() => [])
        return { name, code, tokens, own }
      }),
    )
    const winner = people.find(({ code }) => code === 0)!
    const loser = people.find((one) => one !== winner)!
    expect(winner.tokens).toEqual([`${winner.name}.token`])
    expect(loser).toMatchObject({ code: 1, tokens: [] })
    await rename(join(winner.own, '.config'), join(home, '.config'))
  })

  test(
    'PERSON-02 nobody makes the token of somebody else, nor a link for them',
    { tags: 'long-1' },
    async () => {
      for (const args of [
        ['operator', 'add', 'pim'],
        ['operator', 'enrol', 'pim'],
      ]) {
        const { code, out, err } = await kapao(args)
        expect({ code, out }).toEqual({ code: 1, out: '' })
        expect(err).toMatch(/nobody holds|nobody makes/)
      }
      expect(await readdir(tokens())).toHaveLength(1)
    },
  )

  test('PERSON-10 the link of one’s own leads to the console that runs beside the database', async () => {
    const dataDir = join(home, 'beside')
    await mkdir(dataDir)
    const run = { databaseUrl: database.url, console: 'http://localhost:9876' }
    await writeFile(join(dataDir, 'run.json'), JSON.stringify(run))
    const env = { DATA_DIR: dataDir, HOME: home, CONSOLE_PORT: '8081' }
    const { out } = await kapao(['operator', 'enrol'], { env })
    expect(out).toMatch(
      /^For \w+ alone, once and within the hour:\nhttp:\/\/localhost:9876\/enrol#[\w-]{43}$/m,
    )
  })

  test(
    'OP-C09 HOUSE-07 at the console of the new house its first operator makes a code, signs this terminal in and sets what the house needs',
    { tags: 'long-2', timeout: patienceMs },
    async () => {
      const log = createLog('silent')
      const { db } = database
      const at = { config: testConfig, db, clock: systemClock, log }
      const { system, address, origin } = await startTestConsole(at)
      onTestFinished(async () => {
        await system.fastify.close()
        await system.close()
      })
      const { link } = JSON.parse((await kapao(['operator', 'enrol', '--json'])).out)
      const cookie = await enrolAt({ address, origin }, link.split('#')[1])
      const made = await askPage({ address, origin, cookie }, 'own/terminal', { script: null })
      const code = made.body.command.split(' ')[3]
      const signedIn = await kapao(['sign-in', code, '--console', address])
      expect(signedIn).toMatchObject({ code: 0, out: expect.stringContaining('(owner)') })
      const set = await kapao(['settings', 'set', 'withdraw.min.BAHT', '--text', '200'])
      expect(set).toMatchObject({ code: 0, out: expect.stringMatching(/^state +done/m), err: '' })
      const file = join(home, 'accounts.json')
      await writeFile(file, JSON.stringify({ value: [account] }))
      const accounts = ['settings', 'set', 'deposit.accounts', '--input', file]
      expect(await kapao(accounts)).toMatchObject({ code: 0 })
      const text = ['settings', 'set', 'contact.text.th', '--input', '-', '--json']
      const piped = await kapao(text, { stdin: JSON.stringify({ text: '<p>ทักหาเรา</p>' }) })
      expect(JSON.parse(piped.out)).toMatchObject({
        state: 'done',
        changes: [{ after: '<p>ทักหาเรา</p>' }],
      })
      const listed = await kapao(['settings', '--prefix', 'withdraw.min.BAHT', '--json'])
      expect(JSON.parse(listed.out).settings).toMatchObject([
        { value: '200.00', changedBy: expect.stringMatching(/^operator:/) },
      ])
      for (const [line, sentence] of [
        ['settings set qr.minuts --text 5', 'NOT_FOUND'],
        ['settings set qr.minutes --text soon', 'a whole number from 1 to 120'],
        ['settings set contact.text.en --text <script>x</script>', 'must not use <script>'],
        ['settings set withdraw.min.BAHT --text 99999', 'would be above withdraw.max.BAHT'],
      ] as const) {
        const refused = await kapao(line.split(' '))
        expect(refused, line).toMatchObject({ code: 1, out: '' })
        expect(refused.err).toContain(sentence)
      }
    },
  )

  test.each([
    [['operator', 'add', 'Not A Name'], 'cannot be a name'],
    [['recovery', 'settle', '0899999999', 'pg', '--play', '--why', 'x'], 'no member'],
  ])('%j is refused: %s', { tags: 'long-1' }, async (args, sentence) => {
    const { code, out, err } = await kapao(args)
    expect(err).toContain(sentence)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('a name from outside cannot send control codes to the terminal', async () => {
    const clear = '\u001b[2J\u009b31m\u202e'
    const refused = await kapao([
      'recovery',
      'settle',
      `GIFT${clear}`,
      'pg',
      '--play',
      '--why',
      'x',
    ])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('GIFT')
    expect(refused.err).not.toMatch(/[\u001b\u009b\u202e]/)
  })

  test(
    'a token that others can read is refused, and with several tokens one must be named',
    { tags: 'long-3', timeout: patienceMs },
    async () => {
      const only = (await readdir(tokens())).find((name) => name.endsWith('.token'))
      const file = join(tokens(), only!)
      await chmod(file, 0o644)
      const enrol = ['operator', 'enrol']
      const wide = await kapao(enrol)
      expect({ code: wide.code, err: wide.err }).toEqual({
        code: 1,
        err: expect.stringContaining(`chmod 600 ${file}`),
      })
      await chmod(file, 0o600)

      const first = only!.replace('.token', '')
      await writeFile(join(tokens(), 'pim.token'), 'x'.repeat(43), { mode: 0o600 })
      const unclear = await kapao(enrol)
      expect(unclear).toMatchObject({ code: 1, err: expect.stringContaining('--as NAME') })
      expect(await kapao([...enrol, '--as', first])).toMatchObject({ code: 0 })
      const env = { DATABASE_URL: database.url, KAPAO_TOKEN_FILE: file }
      expect(await kapao(enrol, { env })).toMatchObject({ code: 0 })
      const named = await kapao([...enrol, '--token-file', file])
      expect(named).toMatchObject({ code: 0 })
      const unknown = await kapao([...enrol, '--as', 'pim'])
      expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('unknown') })
    },
  )
})
