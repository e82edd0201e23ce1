import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CallFault } from './calls/fault.ts'
import { emptyStorage } from '../testing/storage.ts'
import { act, call, connectCalls, describeRequest } from './send.ts'

type Answer = { status: number; body: unknown } | 'lost'
let sent: { url: string; headers: Record<string, string>; body: unknown }[]

function answerWith(...answers: Answer[]): void {
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({
      url,
      headers: init.headers as Record<string, string>,
      body: init.body === undefined ? null : JSON.parse(init.body as string),
    })
    const answer = answers.shift()
    if (!answer || answer === 'lost') throw new TypeError('no line')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
}

const decision = { kind: 'deposit', id: '7', decision: 'refuse', why: 'twice' } as const
const decide = () => act('POST /api/console/work/decide/{kind}/{id}', 'deposit/7/refuse', decision)
const key = (at: number) => sent[at]?.headers['idempotency-key']
const done = { status: 200, body: { state: 'done' } }
const refusal = (status: number, code: string) => ({ status, body: { code, message: '' } })

beforeEach(() => {
  emptyStorage('sessionStorage')
  connectCalls({ onLost: () => undefined, onTouch: async () => false })
})
afterEach(() => vi.unstubAllGlobals())

test('a call of the console carries its mark; what is not in the path is its query or its body', () => {
  const listed = describeRequest('GET /api/console/work/list/{kind}', { kind: 'all', after: 'a|b' })
  expect(listed.path).toBe('/api/console/work/list/all?after=a%7Cb')
  expect(listed.init.headers).toEqual({ 'x-client': 'kapao-console' })
  const request = describeRequest('POST /api/console/work/take/{kind}/{id}', {
    kind: 'deposit',
    id: '7',
    isBack: true,
  })
  expect(request.path).toBe('/api/console/work/take/deposit/7')
  expect(request.init.body).toBe('{"isBack":true}')
})

describe('a decision', () => {
  test('DESK-63 whose answer was lost is sent again under its key, and never by itself', async () => {
    answerWith('lost', done, done)
    await expect(decide()).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sent).toHaveLength(1)
    await decide()
    expect(key(1)).toBe(key(0))
    // Answered: the same request now is a second act.
    await decide()
    expect(key(2)).not.toBe(key(1))
  })

  test('DESK-63 keeps its key while it is being done and when the server fails, not after a refusal', async () => {
    answerWith(refusal(409, 'IN_PROGRESS'), refusal(500, 'INTERNAL_SERVER_ERROR'), done)
    await expect(decide()).rejects.toBeInstanceOf(CallFault)
    await expect(decide()).rejects.toBeInstanceOf(CallFault)
    await decide()
    expect(new Set([key(0), key(1), key(2)]).size).toBe(1)
    answerWith(refusal(409, 'ALREADY_DECIDED'), done)
    await expect(decide()).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    await decide()
    expect(key(1)).not.toBe(key(0))
  })

  test('that wants a touch goes on under its key once it is given, and stops where it is not', async () => {
    const onTouch = vi.fn(async () => true)
    connectCalls({ onLost: () => undefined, onTouch })
    answerWith(refusal(403, 'TOUCH_NEEDED'), done)
    await decide()
    expect(onTouch).toHaveBeenCalledOnce()
    expect(key(1)).toBe(key(0))
    onTouch.mockResolvedValue(false)
    answerWith(refusal(403, 'TOUCH_NEEDED'))
    await expect(decide()).rejects.toMatchObject({ code: 'TOUCH_NEEDED' })
    expect(sent).toHaveLength(1)
    const declined = key(0)
    answerWith(done)
    await decide()
    expect(key(0)).toBe(declined)
  })
})

test('the app learns of a lost session from any call', async () => {
  const onLost = vi.fn()
  connectCalls({ onLost, onTouch: async () => false })
  answerWith(refusal(401, 'SESSION_ENDED'))
  await expect(call('GET /api/console/me')).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  expect(onLost).toHaveBeenCalledOnce()
})

test('an answer that is not ours, such as a login page of a hotel, is none', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 200 }))
  await expect(call('GET /api/console/me')).rejects.toMatchObject({ kind: 'unreachable' })
})
