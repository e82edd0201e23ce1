import { spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertMember } from '#records/account/store.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { compiled } from '#testing/processes/compiled.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'

const program = join(import.meta.dirname, '../bin/kapao.mjs')
const memberId = anyMember.id
let database: TestDatabase
let home: string

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

beforeAll(async () => {
  database = await createTestDatabase()
  home = await mkdtemp(join(tmpdir(), 'kapao-home-'))
  await database.db.begin((tx) => insertMember(tx, anyMember))
})
afterAll(async () => {
  await database.drop()
  await rm(home, { recursive: true })
})

describe('help and wrong usage', () => {
  test('without arguments it shows its help, without a database', async () => {
    const { code, out } = await kapao([], { env: {} })
    expect(code).toBe(0)
    for (const word of ['settings set NAME', 'operator add NAME', 'member find TEXT', 'Exit codes'])
      expect(out).toContain(word)
    expect(out).toContain(join(home, '.config/kapao'))
  })

  test('explains a group and a command', { tags: 'long-3' }, async () => {
    expect((await kapao(['help', 'settings'], { env: {} })).out).toContain('--if-version N')
    expect((await kapao(['member', 'deactivate', '--help'], { env: {} })).out).toContain(
      '--why TEXT',
    )
    const ofSet = (await kapao(['help', 'settings', 'set'], { env: {} })).out
    expect(ofSet).toContain('it saw: `--if-version 3`')
    const ofVerify = (await kapao(['help', 'verify'], { env: {} })).out
    expect(ofVerify).toContain('stop paying out')
  })

  test.each([
    [['setings', 'list'], 'did you mean settings?'],
    [['settings', 'lst'], 'did you mean settings list?'],
    [['settings', 'list', '--chnged'], 'did you mean --changed?'],
    [['settings', 'get'], 'Usage: npx kapao settings get NAME'],
    [['settings', 'set', 'brand.name', 'two', 'words'], 'quotes'],
    [['help', 'nothing'], 'There is no command nothing'],
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
    const { code, err } = await kapao(['settings', 'list'], { env })
    expect(code).toBe(3)
    expect(err).toContain('npm start')
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test("a database of another version is not the operator's fault", async () => {
    const elsewhere = new URL(database.url)
    elsewhere.pathname = '/kapao_there_is_no_such_database'
    const { code, err } = await kapao(['settings', 'list'], {
      env: { DATABASE_URL: elsewhere.href },
    })
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('cannot be reached') })
  })

  test('is found through the running copy, from a folder deep inside the repository', async () => {
    const dataDir = join(home, 'data')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'run.json'), JSON.stringify({ databaseUrl: database.url }))
    const { code, out } = await kapao(['settings', 'get', 'qr.minutes', '--json'], {
      env: { DATA_DIR: dataDir },
      cwd: join(import.meta.dirname, 'settings'),
    })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ name: 'qr.minutes', value: 15, version: 0 })
  })
})

// These build on one another, like the first day of a new database.
describe('a first day', () => {
  const tokens = (): string => join(home, '.config/kapao')

  test('nothing can be changed before there is an operator', async () => {
    const { code, err } = await kapao(['settings', 'set', 'qr.minutes', '20'])
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('needs an operator') })
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
        expect(err).toMatch(/Nobody holds|nobody makes/)
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

  test('OP-C09 the holder of the token sets a value, and the change is recorded with the name', async () => {
    const set = await kapao(['settings', 'set', 'withdraw.min.BAHT', '200'])
    expect(set).toEqual({
      code: 0,
      out: 'withdraw.min.BAHT is now 200.00 (was 100.00).\n',
      err: '',
    })
    const listed = await kapao(['settings', 'list', '--changed', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([
      {
        name: 'withdraw.min.BAHT',
        value: '200.00',
        changedBy: expect.stringMatching(/^operator:/),
      },
    ])
  })

  test('of two concurrent changes based on the same version, one is refused', async () => {
    const set = (value: string) =>
      kapao(['settings', 'set', 'withdraw.max.BAHT', value, '--if-version', '0'])
    const ran = await Promise.all([set('30000'), set('40000')])
    expect(new Set(ran.map(({ code }) => code))).toEqual(new Set([0, 1]))
    expect(ran.find(({ code }) => code === 1)?.err).toContain('changed meanwhile')
  })

  test('a value comes from a file or a pipe, and is reset to its default', async () => {
    const piped = await kapao(['settings', 'set', 'contact.text.th', '--file', '-', '--json'], {
      stdin: '<p>ทักหาเรา</p>\n',
    })
    expect(JSON.parse(piped.out)).toMatchObject({ after: '<p>ทักหาเรา</p>', changed: true })
    const reset = await kapao(['settings', 'set', 'contact.text.th', '--default', '--json'])
    expect(JSON.parse(reset.out)).toMatchObject({ before: '<p>ทักหาเรา</p>', after: '' })
  })

  test.each([
    [['settings', 'set', 'qr.minuts', '5'], 'did you mean qr.minutes?'],
    [['settings', 'set', 'qr.minutes', 'soon'], 'a whole number from 1 to 120'],
    [['settings', 'set', 'contact.text.en', '<script>x</script>'], 'must not use <script>'],
    [['settings', 'set', 'withdraw.min.BAHT', '99999'], 'would be above withdraw.max.BAHT'],
    [['operator', 'add', 'Not A Name'], 'cannot be a name'],
    [['member', 'find', '0899999999'], 'No member'],
    [['member', 'deactivate', 'NOBODY', '--why', 'x'], 'There is no member NOBODY'],
  ])('%j is refused: %s', { tags: 'long-1' }, async (args, sentence) => {
    const { code, out, err } = await kapao(args)
    expect(err).toContain(sentence)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test(
    'a name from outside cannot send control codes to the terminal, as text or as JSON',
    { tags: 'long-1' },
    async () => {
      const clear = '\u001b[2J\u009b31m\u202e'
      const refused = await kapao(['promotions', 'show', `GIFT${clear}`])
      expect(refused).toMatchObject({ code: 1, out: '' })
      expect(refused.err).toContain('GIFT')
      expect(refused.err).not.toMatch(/[\u001b\u009b\u202e]/)
      const why = `lost ${clear} phone`
      await kapao(['member', 'deactivate', memberId, '--why', why])
      const found = await kapao(['member', 'find', memberId, '--json'])
      expect(found.out).not.toMatch(/[\u001b\u009b\u202e]/)
      expect(JSON.parse(found.out)[0]).toMatchObject({ id: memberId })
      expect(JSON.stringify(JSON.parse(found.out))).toContain('phone')
      await kapao(['member', 'activate', memberId])
    },
  )

  test('a member is found with the account masked; the lookup of the full account is recorded', async () => {
    const masked = await kapao(['member', 'find', '+66 (0)81 234 5678'])
    expect(masked.out).toContain('••••••7890')
    expect(masked.out).not.toContain('1234567890')
    const full = await kapao(['member', 'find', memberId, '--full', '--json'])
    expect(JSON.parse(full.out)).toMatchObject([{ bankAccountNo: '1234567890' }])
    const looks = `select 1 from core_audit where action = 'account.viewInFull' and actor like 'operator:%'`
    expect(await database.db.query(looks)).toHaveLength(1)
  })

  test('a member is deactivated and activated again', async () => {
    const out = await kapao(['member', 'deactivate', memberId, '--why', 'lost phone'])
    expect(out).toMatchObject({ code: 0, out: `${memberId} is deactivated; sessions ended: 0.\n` })
    expect((await kapao(['member', 'find', memberId])).out).toContain('lost phone')
    expect(await kapao(['member', 'activate', memberId])).toMatchObject({ code: 0 })
  })

  test(
    'a token that others can read is refused, and with several tokens one must be named',
    { tags: 'long-3' },
    async () => {
      const [only] = await readdir(tokens())
      const file = join(tokens(), only!)
      await chmod(file, 0o644)
      const wide = await kapao(['settings', 'set', 'qr.minutes', '30'])
      expect({ code: wide.code, err: wide.err }).toEqual({
        code: 1,
        err: expect.stringContaining(`chmod 600 ${file}`),
      })
      await chmod(file, 0o600)

      const first = only!.replace('.token', '')
      const joined = await kapao(['operator', 'join', 'pim', '--json'])
      const { code } = JSON.parse(joined.out)
      const add = ['operator', 'add', 'pim', code, '--as', first]
      expect(await kapao(add)).toMatchObject({ code: 0 })
      const unclear = await kapao(['settings', 'set', 'qr.minutes', '30'])
      expect(unclear).toMatchObject({ code: 1, err: expect.stringContaining('--as NAME') })
      expect(await kapao(['settings', 'set', 'qr.minutes', '30', '--as', 'pim'])).toMatchObject({
        code: 0,
      })
      const env = { DATABASE_URL: database.url, KAPAO_TOKEN_FILE: file }
      expect(await kapao(['operator', 'disable', 'pim'], { env })).toMatchObject({ code: 0 })
      const named = await kapao(['settings', 'set', 'qr.minutes', '35', '--token-file', file])
      expect(named).toMatchObject({ code: 0 })
      const ended = await kapao(['settings', 'set', 'qr.minutes', '40', '--as', 'pim'])
      expect(ended).toMatchObject({ code: 1, err: expect.stringContaining('disabled') })
    },
  )
})
