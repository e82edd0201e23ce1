import { createServer, type Server } from 'node:http'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { consoleCalls, nameOfConsoleCall } from '@kapao/contract/console/calls'
import { roles, rightsOf } from '@kapao/contract/console/roles'
import { hourMs, minuteMs } from '@kapao/contract/times'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openConsoleWorld, type ConsoleOperator } from '#testing/console/console-world.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { systemIds } from '#core/ids.ts'
import { anyMember } from '#testing/worlds/any-member.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { CommandFault } from '../terminal/fault.ts'
import { callCommands, commandsOf, findCall } from './commands.ts'
import { runCall, type Ran } from './run.ts'
import { consoleAt, readSession } from './session-file.ts'
import { textOfAnswer } from './show.ts'
import { signIn } from './sign-in.ts'
import { readTypedCall } from './typed-call.ts'

const world = testWorld(openConsoleWorld)
const folder = tempFolder()
beforeAll(async () => {
  await world.addMember()
  const { db } = world.database
  const book = accountBook(db)
  const wallet = { owner: anyMember.id, kind: 'wallet', party: '', currency: 'BAHT' } as const
  const [credit] = await book.open(db, [wallet])
  const debit = await book.house('bank', 'kbank-1', 'BAHT')
  const money = { amount: 123_456n, currency: 'BAHT' } as const
  const deposit = { idem: systemIds.key(), debit, credit: credit!, money, kind: 'deposit' } as const
  await db.begin((tx) => postAll(tx, new Date('2026-11-21T03:00:00Z'), [deposit]))
})

const fileOf = (name: string) => join(folder, `${name}.session`)
const fail = () => Promise.reject(new Error('no console here'))

async function codeOf(
  { cookie }: Pick<ConsoleOperator, 'cookie'>,
  script: object | null = null,
): Promise<string> {
  const asked = { cookie, body: { script } }
  const { body } = await world.call('POST /api/console/own/terminal', asked)
  return body.command.split(' ')[3]
}

/** A terminal at this console, or at a wire before it. */
async function open(sitting: ConsoleOperator, script: object | null = null) {
  const file = fileOf(sitting.name)
  const line = ['sign-in', await codeOf(sitting, script), '--console', world.address, '--out', file]
  await signIn(line, fail)
  return file
}

type At = { file: string; isTyped?: boolean; said?: string[] }

async function kapao({ file, isTyped = false, said = [] }: At, ...line: string[]): Promise<Ran> {
  const call = findCall(line)
  if (!call) throw new Error(`no call: ${line.join(' ')}`)
  const around = {
    say: (text: string) => void said.push(text),
    isTyped,
    touchEveryMs: 20,
    findFile: async () => file,
  }
  return runCall(call, line, around).catch((error: unknown) => {
    if (!(error instanceof CommandFault)) throw error
    return { exitCode: error.exitCode, text: error.message }
  })
}

const json = ({ text }: Ran) => JSON.parse(text)

describe('what a command is', () => {
  test('HOUSE-06 DESK-46 every call but those of a browser’s own sign-in is a command, found by its path; a new one is, too', () => {
    const left = consoleCalls.filter((call) => !callCommands.some((one) => one.call === call))
    expect(left.map(nameOfConsoleCall).toSorted()).toEqual(
      consoleCalls
        .filter((call) => call.access === 'public' || 'atBrowser' in call)
        .map(nameOfConsoleCall)
        .toSorted(),
    )
    for (const command of callCommands)
      expect(findCall([...command.name.split(' '), 'x'])?.call).toBe(command.call)
    expect(new Set(callCommands.map(({ name }) => name)).size).toBe(callCommands.length)
    const model = consoleCalls.find(({ path }) => path.endsWith('/members/one/{memberId}'))!
    const [made] = commandsOf([{ ...model, path: '/api/console/members/age/{memberId}' }])
    expect([made!.name, made!.args.map(({ name }) => name)]).toEqual(['members age', ['memberId']])
  })

  test('HOUSE-06 calls that move money, change a role, a setting or an account, or show a number need a touch: these do not', () => {
    const open = consoleCalls.filter(
      (call) => call.method === 'POST' && call.access !== 'public' && !('touch' in call),
    )
    expect(open.map(({ path }) => path.slice('/api/console/'.length)).toSorted()).toEqual([
      'members/note',
      'members/search',
      'members/sessions/end',
      'members/unlock',
      // Sends nothing but what its member should have been told already, to them alone.
      'notices/again/{delivery}',
      'own/notices/seen',
      'own/session/end',
      // A picture is on no page until a change that needs a touch names it.
      'pictures',
      // These change nothing.
      'preview',
      'rewards/look',
      'settings/look',
      'sign-out',
      'talks/answer',
      'talks/assign',
      'talks/block',
      'talks/close',
      'talks/join',
      'talks/read',
      'talks/typing',
      'talks/{talk}/file',
      'touch/begin',
      'touch/finish',
      'touch/password',
      'work/take/{kind}/{id}',
      'work/undo/{kind}/{id}',
    ])
  })

  test('HOUSE-12 what the contract does not take is wrong usage, and nothing is sent', async () => {
    const file = join(folder, 'none')
    for (const [line, says] of [
      ['work list', 'Something is missing'],
      ['work list deposit more', 'That is too much'],
      ['work list money', 'kind'],
      ['work list all --aftr x', 'did you mean --after'],
      ['payouts stop --why x', 'none'],
      ['members note --memberId --text x', 'memberId'],
      ['own session end --id', 'argument missing'],
      ['members balance 7KQ2M4XW9PZA --at 2026-11-21', 'zone'],
      ['operators roles --name lek --roles king', 'cashier'],
    ] as const) {
      const { exitCode, text } = await kapao({ file }, ...line.split(' '))
      expect([line, exitCode]).toEqual([line, 2])
      expect(text.toLowerCase()).toContain(says.toLowerCase())
    }
  })

  test('HOUSE-12 a value may begin with a dash, come from a file, or be a list', async () => {
    const read = async (...line: string[]) => (await readTypedCall(findCall(line)!, line)).input
    expect(await read('own', 'session', 'end', '--id', '-x1')).toEqual({ id: '-x1' })
    expect(await read('operators', 'roles', '--name', 'lek', '--roles', 'risk,owner')).toEqual({
      name: 'lek',
      roles: ['risk', 'owner'],
    })
    expect(await read('talks', 'assign', '--talk', 't', '--to', 'none')).toEqual({
      talk: 't',
      to: null,
    })
    const fields = join(folder, 'fields.json')
    await writeFile(fields, JSON.stringify({ value: [{ a: 1 }] }))
    const given = ['settings', 'set', 'deposit.accounts', '--input', fields]
    expect(await read(...given)).toEqual({ name: 'deposit.accounts', value: [{ a: 1 }] })
    await writeFile(fields, '[1]')
    await expect(read(...given)).rejects.toThrow('JSON object')
  })
})

describe('the session of a terminal', () => {
  test('HOUSE-01 is kept for its owner alone; a file that others can read, or that holds something else, is not used', async () => {
    const lek = await world.seat('lek', ['cashier'])
    const file = await open(lek)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).not.toContain(await codeOf(lek))
    expect(json(await kapao({ file }, 'me', '--json'))).toMatchObject({ name: 'lek' })
    for (const mode of [0o640, 0o604]) {
      await chmod(file, mode)
      expect((await kapao({ file }, 'me')).text).toContain(`chmod 600 ${file}`)
    }
    const other = join(folder, 'other')
    for (const text of ['', 'token', '{}', '{"token":"x"}', 'null']) {
      await writeFile(other, text, { mode: 0o600 })
      const ran = await kapao({ file: other }, 'me')
      expect([ran.exitCode, ran.text]).toEqual([1, `${other} does not hold a session.`])
    }
  })

  test('HOUSE-22 nothing is sent without TLS but to this machine', async () => {
    for (const address of [
      'http://desk.example.com',
      'ftp://localhost',
      'desk',
      'http://10.0.0.7:8081',
    ])
      expect(() => consoleAt(address)).toThrow(CommandFault)
    expect(consoleAt('https://desk.example.com/work')).toBe('https://desk.example.com')
    const file = join(folder, 'plain')
    const session = {
      console: 'http://desk.example.com',
      token: 'x'.repeat(43),
      name: 'a',
      machine: 'b',
    }
    await writeFile(file, JSON.stringify(session), { mode: 0o600 })
    await expect(readSession(file)).rejects.toThrow('not reached over https')
  })

  test('HOUSE-02 sign-out ends it and removes its file', async () => {
    const mai = await world.seat('mai', ['cashier'])
    const file = await open(mai)
    const { token } = await readSession(file)
    expect((await kapao({ file }, 'sign-out')).exitCode).toBe(0)
    await expect(stat(file)).rejects.toThrow('ENOENT')
    expect((await world.call('GET /api/console/me', { token })).body.code).toBe('SESSION_ENDED')
  })

  test('HOUSE-04 a call that needs a touch names the page, waits for it and goes on; where nobody types it is refused at once', async () => {
    const som = await world.seat('som', ['owner'])
    const file = await open(som)
    const line = ['settings', 'set', 'slip.closeFrom', '--text', '22:30', '--json']
    world.clock.moveMs(6 * minuteMs)
    expect(await kapao({ file }, ...line)).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('TOUCH_NEEDED'),
    })
    const said: string[] = []
    const waiting = kapao({ file, isTyped: true, said }, ...line)
    const page = await world.signIn(som.key)
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0]!
    const own = await world.call('GET /api/console/own', { cookie })
    const { id } = own.body.sessions.find((one: { way: string }) => one.way === 'terminal')
    await world.call('POST /api/console/own/session/touch', { cookie, body: { id } })
    expect(json(await waiting)).toMatchObject({ state: 'done', changes: [{ after: '22:30' }] })
    expect(said).toEqual([expect.stringMatching(/^Touch your passkey for .+@.+ at http.+\/me$/)])
  })

  test('HOUSE-05 a script is refused at a touch at once, also at a terminal where somebody types', async () => {
    const ton = await world.seat('ton', ['owner'])
    const file = await open(ton, { label: 'figures', days: 7 })
    const said: string[] = []
    const line = ['settings', 'set', 'slip.closeFrom', '--text', '22:31']
    const ran = await kapao({ file, isTyped: true, said }, ...line)
    expect([ran.exitCode, said]).toEqual([1, []])
    expect(ran.text).toContain('SCRIPT_WITHOUT_TOUCH')
    world.clock.moveMs(hourMs)
    expect((await kapao({ file }, 'settings')).exitCode).toBe(0)
  })
})

test(
  'HOUSE-07 each role may make the calls of the table over a bearer, as with a cookie',
  { tags: 'long-2' },
  async () => {
    for (const role of roles) {
      const { token } = await readSession(await open(await world.seat(`is-${role}`, [role])))
      for (const { call } of callCommands) {
        const { method, path, access } = call
        const filled = path.replaceAll(/\{\w+\}/g, 'x1')
        if (filled.endsWith('sign-out')) continue
        const { body } = await world.call(`${method} ${filled}`, {
          token,
          ...(method === 'POST' && { body: {} }),
          headers: { 'idempotency-key': `${role}-${filled.replaceAll(/\W/g, '-')}`.slice(0, 60) },
        })
        const may = access === 'session' || rightsOf[role].includes(access as never)
        expect([role, path, body?.code === 'NO_RIGHT']).toEqual([role, path, !may])
      }
    }
  },
)

/** A wire before the console: of the first calls it passes on and cuts the answer, or cuts the question. */
async function openWire(
  cuts: readonly ('answer' | 'question')[],
): Promise<{ address: string; calls: () => number }> {
  let calls = 0
  const wire: Server = createServer(async (request, reply) => {
    const cut = cuts[calls]
    calls += 1
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (cut === 'question') return void request.socket.destroy()
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${world.address}${request.url}`, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
    })
    const text = await answer.text()
    if (cut === 'answer') return void request.socket.destroy()
    return void reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => void wire.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void wire.close())
  return {
    address: `http://127.0.0.1:${(wire.address() as { port: number }).port}`,
    calls: () => calls,
  }
}

describe('an answer that is lost', () => {
  const behind = async (file: string, address: string) => {
    const other = `${file}.wire`
    const session = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(other, JSON.stringify({ ...session, console: address }), { mode: 0o600 })
    return other
  }
  const versionOf = async (name: string) =>
    (
      await world.database.db.query<{ n: number }>(
        `select count(*)::int as n from core_audit where subject = $1 and action = 'settings.set'`,
        [name],
      )
    )[0]!.n

  test('HOUSE-10 a change is sent once more under its key and is done once; lost twice, its key is printed and finds it', async () => {
    const noi = await world.seat('noi', ['owner'])
    const file = await open(noi)
    const once = await openWire(['answer'])
    const line = ['settings', 'set', 'slip.closeTo', '--text', '03:10', '--json']
    const ran = await kapao({ file: await behind(file, once.address) }, ...line)
    expect(json(ran)).toMatchObject({ state: 'done', changes: [{ after: '03:10' }] })
    expect([once.calls(), await versionOf('slip.closeTo')]).toEqual([2, 1])

    const twice = await openWire(['answer', 'question'])
    const lost = await kapao({ file: await behind(file, twice.address) }, ...line.with(4, '03:20'))
    expect(lost.exitCode).toBe(3)
    const key = /--key (\S+):/.exec(lost.text)![1]!
    const found = await kapao({ file }, ...line.with(4, '03:20'), '--key', key)
    expect(json(found)).toMatchObject({
      state: 'done',
      changes: [{ before: '03:10', after: '03:20' }],
    })
    expect(await versionOf('slip.closeTo')).toBe(2)
    const other = await kapao({ file }, ...line.with(4, '03:30'), '--key', key)
    expect(other.text).toContain('KEY_REUSED')
  })

  test('HOUSE-10 what waits for a second person is asked for once, however often it is sent', async () => {
    const dao = await world.seat('dao', ['owner'])
    await world.seat('pim', ['risk'])
    const file = await open(dao)
    const wire = await openWire(['answer'])
    const line = ['settings', 'set', 'withdraw.max.BAHT', '--text', '900000', '--json']
    const ran = json(await kapao({ file: await behind(file, wire.address) }, ...line))
    expect(ran).toMatchObject({
      state: 'waits',
      changes: [{ before: '50000.00', after: '900000.00' }],
    })
    const rows = await world.database.db.query(
      `select id::text from confirm_request where subject = 'withdraw.max.BAHT' and state = 'waits'`,
    )
    expect(rows).toEqual([{ id: ran.request }])
  })

  test('HOUSE-10 a change without a key is not sent twice, and a console that is not there has been sent nothing', async () => {
    const fon = await world.seat('fon', ['cashier'])
    const file = await open(fon)
    const wire = await openWire(['answer'])
    const at = await behind(file, wire.address)
    const own = json(await kapao({ file }, 'own', '--json'))
    const { id } = own.sessions.find((one: { way: string }) => one.way === 'browser')
    const ran = await kapao({ file: at }, 'own', 'session', 'end', '--id', id)
    expect([ran.exitCode, wire.calls()]).toEqual([3, 1])
    expect(ran.text).toContain('may or may not have been done')
    const away = await kapao(
      { file: await behind(file, `http://127.0.0.1:${await freePort()}`) },
      'me',
    )
    expect([away.exitCode, away.text.includes('cannot be reached')]).toEqual([3, true])
  })

  test('HOUSE-10 a console of another release is named beside the refusal, with ours', async () => {
    const { createServer: serve } = await import('node:http')
    const old = serve((_request, reply) => {
      const body = JSON.stringify({ code: 'NOT_FOUND', message: 'NOT_FOUND' })
      reply.writeHead(404, { 'x-release': '0.0.1', 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => void old.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void old.close())
    const kai = await world.seat('kai', ['cashier'])
    const { port } = old.address() as { port: number }
    const ran = await kapao(
      { file: await behind(await open(kai), `http://127.0.0.1:${port}`) },
      'house',
    )
    expect(ran.text).toMatch(/The console is release 0\.0\.1, this terminal \d/)
  })
})

describe('what is read', () => {
  test('HOUSE-13 settings are listed and set with the version seen; an older version and a wrong value change nothing', async () => {
    const own = await world.seat('own-1', ['owner'])
    const file = await open(own)
    const read = async () =>
      json(await kapao({ file }, 'settings', '--prefix', 'qr.minutes', '--json')).settings[0]
    const before = await read()
    expect(before).toMatchObject({ name: 'qr.minutes', isSet: false, version: 0 })
    const set = (...more: string[]) => kapao({ file }, 'settings', 'set', 'qr.minutes', ...more)
    expect((await set('--text', '7', '--version', '0')).exitCode).toBe(0)
    const after = await read()
    expect(after).toMatchObject({ value: 7, isSet: true, version: 1, changedBy: 'operator:own-1' })
    for (const [more, exitCode] of [
      [['--text', '8', '--version', '0'], 1],
      [['--text', 'many'], 1],
      [['--text', '8', '--isDefault', 'yes'], 1],
      [[], 1],
    ] as const)
      expect([more, (await set(...more)).exitCode]).toEqual([more, exitCode])
    expect(await read()).toEqual(after)
    expect((await kapao({ file }, 'settings', 'set', 'no.such', '--text', '1')).text).toContain(
      'NOT_FOUND',
    )
  })

  test('HOUSE-21 a balance at an instant, and what was read on a slip; unknown ones are said to be', async () => {
    const cash = await world.seat('cash-1', ['cashier'])
    const file = await open(cash)
    const [{ id }] = (await world.database.db.query<{ id: string }>(
      'select id from account_member limit 1',
    )) as [{ id: string }]
    const balanceAt = async (at: string) =>
      json(await kapao({ file }, 'members', 'balance', id, '--at', at, '--json'))
    expect(await balanceAt('2026-11-21T09:59:59+07:00')).toMatchObject({
      at: '2026-11-21T02:59:59.000Z',
      balances: [{ account: 'wallet', sum: { amount: '0.00', currency: 'BAHT' }, movements: '0' }],
    })
    expect(await balanceAt('2026-11-21T10:00:00+07:00')).toMatchObject({
      balances: [{ sum: { amount: '1234.56', currency: 'BAHT' }, movements: '1' }],
    })
    const now = await kapao({ file }, 'members', 'balance', id)
    expect(now.text).toMatch(/wallet +1?.*1234\.56 BAHT +1/)
    for (const line of [
      ['members', 'balance', 'NOBODY'],
      ['slips', 'NOSUCHSLIP'],
    ])
      expect((await kapao({ file }, ...line)).text).toContain('NOT_FOUND')
    await world.database.db.query(
      `insert into slips_slip (id, reference, member_id, seq, state, currency, picture_name, uploaded_at, next_at, incoming)
       values (gen_random_uuid(), 'SLIP00000001', $1, 1, 'waiting', 'BAHT', 'x.png', now(), now(), 'x')`,
      [id],
    )
    const slip = await kapao({ file }, 'slips', 'slip00000001')
    expect(slip.text).toContain('SLIP00000001')
  })

  test('what is decided, and the facts of an item, are pairs and tables; sums, instants and values of a form are one cell', () => {
    const value = { form: 'sum', sum: { amount: '12.00', currency: 'BAHT' } }
    const panels = [{ name: 'bank', facts: [{ name: 'amount', value }] }]
    const text = textOfAnswer({ kind: 'deposit', since: '2026-11-21T03:00:00.000Z', panels })
    expect(text.split('\n')).toEqual([
      'kind   deposit',
      'since  2026-11-21 10:00:00 Bangkok',
      '',
      'panels bank:',
      '',
      'facts',
      'name    value',
      'amount  12.00 BAHT',
    ])
    const decided = textOfAnswer({ state: 'waits', waitsFor: ['som', 'dao'], item: { panels } })
    expect(decided.split('\n')).toEqual(['state     waits', 'waitsFor  som, dao'])
    expect(textOfAnswer({ rows: [] })).toBe('rows  -')
  })

  test('HOUSE-11 what strangers have written moves no cursor, hides nothing and imitates no row', () => {
    const nasty = 'A\u001B[2J\u202Egnp\r\nB\u0007'
    const text = textOfAnswer({
      rows: [{ name: nasty, n: 1 }],
      note: nasty,
      sum: { amount: '500.00', currency: 'BAHT' },
    })
    expect(text).not.toMatch(/[\u001B\u202E\u0007\r]/)
    expect(text).toContain('500.00 BAHT')
    expect(text.split('\n').filter((line) => line.startsWith('B'))).toEqual([])
  })
})
