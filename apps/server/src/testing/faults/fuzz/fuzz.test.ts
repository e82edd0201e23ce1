import { calls, nameOfCall, type Call } from '@kapao/contract/calls'
import {
  refusalsOfEveryCall,
  refusalsOfKeyedCalls,
  refusalsOfMemberCalls,
  type EndpointShape,
} from '@kapao/contract/endpoint'
import { splitTemplate } from '@kapao/contract/paths'
import { refusalStatus, type RefusalCode } from '@kapao/contract/refusals'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openGameWorld, type Player } from '../../worlds/game-world.ts'
import type { RegisteredMember } from '../../worlds/member-world.ts'
import { send, type Answer } from '../../worlds/test-app.ts'
import { testWorld } from '../../worlds/test-world.ts'
import { brokenFields, soundFields, type Fields } from './inputs.ts'

const runs = Number(process.env['KAPAO_FUZZ_RUNS'] ?? 5)
const seed = Number(process.env['KAPAO_FUZZ_SEED'] ?? 20_261_121)
const openingSatang = 1_000_000n

const world = testWorld(openGameWorld)
let player: Player
let other: RegisteredMember & { token: string }
let guestId: string
/** Texts for calls: existing codes, and values of another member. */
let known: string[]
beforeAll(async () => {
  const secrets = { password: 'fuzz has no wheels', name: 'Othername' }
  const somebody = await world.addPlayer(openingSatang, ['pg'], {
    ...secrets,
    bankAccountName: 'OTHERNAME OTHERSON',
  })
  const [row] = await world.database.db.query<{ username: string; no: string }>(
    'select username, bank_account_no as no from account_member where id = $1',
    [somebody.id],
  )
  other = { ...secrets, ...row!, id: somebody.id, token: somebody.token } as never
  other.bankAccountNo = row!.no
  player = await world.addPlayer(openingSatang, ['pg', 'betflix'])
  guestId = (await world.call('GET /api/chat/config')).body?.guestId ?? ''
  known = ['pg', 'betflix', 'wallet', 'all', 'slot', 'KBANK', other.username, other.id]
}, 60_000)

/** All money of a member, wherever it is: in the wallet, in games, held or in transit. */
async function wealth(): Promise<bigint> {
  const [row] = await world.database.db.query<{ sum: bigint }>(
    `select coalesce(sum(balance), 0)::int8 as sum from ledger_account where owner = $1 and currency = 'BAHT'`,
    [player.id],
  )
  return row!.sum
}

async function everyBalance(): Promise<unknown> {
  return world.database.db.query(
    'select id, balance, seq from ledger_account where owner is not null order by id',
  )
}

const brokenBodies = ['{', '[]', '"x"', '1e400', '{"a":1e400}', '{"amount":"\\u0000"}', 'null']

function hasBody({ input, method }: EndpointShape): boolean {
  return input !== null && method !== 'GET' && method !== 'DELETE'
}

type FuzzedRequest = { path: string; body?: string; headers: Record<string, string> }

function requestOf(call: EndpointShape, fields: Fields): FuzzedRequest {
  const { path, optional } = splitTemplate(call.path)
  const left = { ...fields }
  const url = (path + optional).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left[name]
    delete left[name]
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none')
    // A client resolves dots in a path before it sends anything.
    return /^\.{0,2}$/.test(text) ? '-' : encodeURIComponent(text.slice(0, 150).toWellFormed())
  })
  const headers = {
    'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.7`,
    ...(call.access === 'guest' ? { 'x-guest': guestId } : {}),
  }
  return { path: url, headers, ...(hasBody(call) ? { body: JSON.stringify(left) } : {}) }
}

async function sendOne(
  call: EndpointShape,
  { path, body, headers }: FuzzedRequest,
  by: string | null,
) {
  return send(world.address, `${call.method} ${path}`, {
    headers,
    ...(by === null ? {} : { token: by }),
    ...(body === undefined ? {} : { text: body }),
  })
}

function allowedCodes(call: EndpointShape): RefusalCode[] {
  return [
    ...call.refusals,
    ...refusalsOfEveryCall,
    ...(call.access === 'public' ? [] : refusalsOfMemberCalls),
    ...(call.keyed ? refusalsOfKeyedCalls : []),
  ].filter((code) => code !== 'INTERNAL_SERVER_ERROR')
}

/** As the contract's documentation shows it; amounts in answers can only be parsed where their currency is known. */
function wireFormOf(call: EndpointShape): z.ZodType {
  const schema = z.toJSONSchema(call.output, { io: 'input' })
  return z.fromJSONSchema(schema)
}

/** The contract's promises for every answer to any request. */
function judge(call: EndpointShape, sent: FuzzedRequest, answer: Answer): void {
  const what = `${call.method} ${sent.path} ${sent.body ?? ''} -> ${answer.status} ${answer.text.slice(0, 300)}`
  expect(answer.headers.get('content-type'), what).toMatch(/^application\/json/)
  expect(answer.status, what).not.toBe(500)
  for (const secret of [other.bankAccountNo, other.name, other.token, other.password])
    expect(answer.text.includes(secret), `revealed another member: ${what}`).toBe(false)
  expect(
    answer.status === 200 ? findOddity(call, answer.body) : whyNoRefusal(call, answer),
    what,
  ).toBeNull()
}

function findOddity(call: EndpointShape, body: unknown): unknown {
  const read = wireFormOf(call).safeParse(body)
  return read.success ? null : read.error.issues
}

function whyNoRefusal(call: EndpointShape, { status, body }: Answer): string | null {
  const { code } = body as { code: RefusalCode }
  if (!allowedCodes(call).includes(code)) return `${code} is no refusal of this call`
  return refusalStatus[code] === status ? null : `${code} is not ${status}`
}

function sample<T>(of: fc.Arbitrary<T>): T[] {
  return fc.sample(of, { numRuns: runs, seed })
}

const atOnce = 4
async function some<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const one = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

const named = calls
  .filter((call) => !(call as EndpointShape).multipart)
  .map((call) => [nameOfCall(call), call] as [string, Call])

test.each(named)(
  "F50 I34 I38 %s: input outside the contract is refused in its terms, moves nothing and reveals no one's data",
  { tags: 'long-1', timeout: 60_000 + runs * 1_000 },
  async (_, call) => {
    const shape: EndpointShape = call
    const strangers = shape.access === 'member' ? [null, 'x', 'A'.repeat(43)] : []
    const without = requestOf(shape, {})
    for (const by of strangers) expect((await sendOne(shape, without, by)).status).toBe(401)
    const before = await everyBalance()
    const wrong = sample(brokenFields(shape, known)).filter(
      (fields) => shape.input !== null && !shape.input.safeDecode(fields).success,
    )
    await some(wrong, async (fields) => {
      const sent = requestOf(shape, fields)
      const answer = await sendOne(shape, sent, player.token)
      judge(shape, sent, answer)
    })
    for (const body of hasBody(shape) ? brokenBodies : []) {
      const sent = { ...requestOf(shape, {}), body }
      judge(shape, sent, await sendOne(shape, sent, player.token))
    }
    expect(await everyBalance()).toEqual(before)
  },
)

/** Calls that end what the others need come last. */
const lasting = named.filter(([name]) => !/logout|changepwd|password/.test(name))
const ending = named.filter(([name]) => /logout|changepwd|password/.test(name))

test.each([...lasting, ...ending])(
  'F50 I34 I38 %s: input within the contract is answered as it says, and makes no one richer',
  async (_, call) => {
    const shape: EndpointShape = call
    const before = await wealth()
    await some(sample(soundFields(shape, known)), async (fields) => {
      const sent = requestOf(shape, fields)
      judge(shape, sent, await sendOne(shape, sent, player.token))
    })
    expect(await wealth()).toBeLessThanOrEqual(before)
  },
  60_000 + runs * 1_000,
)
