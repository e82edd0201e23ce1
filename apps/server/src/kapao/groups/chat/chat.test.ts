import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openChatWorld,
  until,
  wordsOf,
  type ChatWorld,
  type Talker,
} from '#testing/worlds/chat-world.ts'
import type { MemberSocket } from '#testing/doubles/member-socket.ts'
import { compiled } from '#testing/processes/compiled.ts'

const program = join(import.meta.dirname, '../../../../bin/kapao.mjs')
let world: ChatWorld
let mine: Talker
let page: MemberSocket
let home: string
let code: string
let token: string
/** Each command is a process of its own. */
const patienceMs = 120_000

type Ran = { code: number | null; out: string; err: string }

function kapao(args: string[], typed?: string[]): Promise<Ran> {
  const env = {
    ...compiled,
    PATH: dirname(process.execPath),
    HOME: home,
    DATABASE_URL: world.database.url,
    DATA_DIR: world.dataDir,
  }
  const child = spawn(process.execPath, [program, ...args], { env, cwd: home })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (part: Buffer) => {
    ran.out += part.toString()
    // Typed once the command has printed its prompt.
    if (typed && ran.out.includes('Ctrl-D')) child.stdin.end(`${typed.splice(0).join('\n')}\n`)
  })
  child.stderr.on('data', (part: Buffer) => (ran.err += part.toString()))
  if (!typed) child.stdin.end()
  return new Promise((resolve) => child.on('close', (exit) => resolve({ ...ran, code: exit })))
}
const chat = (...args: string[]) => kapao(['chat', ...args, '--token-file', token])

beforeAll(async () => {
  world = await openChatWorld()
  home = await mkdtemp(join(tmpdir(), 'kapao-home-'))
  token = join(home, 'nok.token')
  const added = await kapao(['operator', 'add', 'nok', '--out', token])
  if (added.code !== 0) throw new Error(added.err)
  mine = world.talkerOf(await world.addPlayer(0n, []))
  page = await mine.socket()
  await mine.press('person')
  await mine.say('my deposit \u001b[31mis missing')
  const [row] = await world.database.db.query<{ code: string }>(
    'select code from chat_conversation',
  )
  code = row!.code
}, patienceMs)
afterAll(async () => {
  page.socket.close()
  await world.close()
  await rm(home, { recursive: true })
})

test(
  'OP-C09 waiting talks are listed with their last message, harmless to a terminal',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    const { out } = await chat('list')
    expect(out).toMatch(new RegExp(`${code}.*th +waiting .* \\d+ min +my deposit \\[31mis missing`))
    expect(out).not.toContain('\u001b')
    const watching = await chat('watch', '--for', '1')
    expect(watching.out).toContain(`Waiting, members first: ${code}.`)
    // A filtered list or another page does not claim that no one waits.
    const elsewhere = await Promise.all([chat('list', '--guests'), chat('list', '--page', '2')])
    expect(elsewhere.map(({ out: text }) => text)).toEqual([
      'No guest waits.\n',
      'This page is empty; conversations before it: 1.\n',
    ])
  },
)

test(
  'OP-CHAT an answer from the terminal reaches the open page of the member',
  { timeout: patienceMs },
  async () => {
    const said = await chat('reply', code, 'We have found it.')
    expect(said).toMatchObject({ code: 0, err: '' })
    await until(() => page.messages.some((one) => wordsOf(one) === 'We have found it.'), 'received')
    expect(page.messages.at(-1)).toMatchObject({ sender: 'other' })
    expect(page.pushes.at(-1)).toMatchObject({ name: 'chat', push: { isTyping: false } })
    expect(await chat('list')).toMatchObject({ out: 'No one waits.\n', err: '' })
    const canned = await chat('reply', code, '--canned', 'looking')
    expect(canned.out).toContain('กำลังตรวจสอบให้')
    const [audit] = await world.database.db.query<{ actor: string }>(
      "select actor from core_audit where action = 'chat.reply' limit 1",
    )
    expect(audit).toEqual({ actor: 'operator:nok' })
  },
)

test(
  'a picture and every other kind is sent; an invalid link is not',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    const file = join(home, 'how.png')
    const raw = { width: 30, height: 20, channels: 3 } as const
    await writeFile(file, await sharp(Buffer.alloc(1_800, 90), { raw }).png().toBuffer())
    expect((await chat('reply', code, 'like this', '--file', file)).err).toBe('')
    const [sent] = await mine.history({ limit: 1 })
    const { payload } = sent!.message as { payload: { filePath: string; message: string } }
    expect(payload.message).toBe('like this')
    const shown = await fetch(world.address + payload.filePath)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const buttons = (type: string, to: string) =>
      JSON.stringify({
        message_type: 'buttons',
        payload: { message: 'here', buttons: [{ title: 'open', type, payload: to }] },
      })
    expect(
      (await chat('reply', code, '--message', buttons('web', 'https://kapao.example'))).code,
    ).toBe(0)
    for (const to of ['javascript:alert(1)', 'data:text/html,x', '//elsewhere.example'])
      expect((await chat('reply', code, '--message', buttons('web', to))).code).toBe(1)
    expect((await chat('reply', 'NOBODY', 'x')).err).toContain('There is no conversation NOBODY.')
  },
)

test(
  'a watching operator is notified once that the customer has read the answer',
  { tags: 'long-4', timeout: patienceMs },
  async () => {
    const args = ['chat', 'watch', code, '--token-file', token, '--for', '10']
    const watching = kapao(args, ['have you read this?'])
    const isReceived = () => page.messages.some((one) => wordsOf(one) === 'have you read this?')
    for (let waitedMs = 0; !isReceived() && waitedMs < 60_000; waitedMs += 100)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const { seq } = (await mine.history())[0]!
    for (let times = 0; times < 2; times += 1)
      await mine.call('PUT /api/chat/read-customer/', { body: { seq } })
    const { out, err } = await watching
    expect(err).toBe('')
    expect(out.split(`(#${seq} was read)`)).toHaveLength(2)
  },
)

test(
  'watch shows new messages and sends what is typed; close ends it',
  { timeout: patienceMs },
  async () => {
    const watching = kapao(
      ['chat', 'watch', code, '--token-file', token],
      ['typed by a person', '/canned bye', '/close'],
    )
    const { out, err } = await watching
    expect(err).toBe('')
    expect(out).toContain('customer: my deposit')
    expect(out).toContain('is closed.')
    await until(() => page.messages.some((one) => wordsOf(one) === 'typed by a person'), 'received')
    expect(wordsOf((await mine.history())[0]!)).toContain('ขอบคุณที่ติดต่อมา')
    await mine.say('hello')
    expect((await mine.history())[0]!.sender).toBe('other')
  },
)
