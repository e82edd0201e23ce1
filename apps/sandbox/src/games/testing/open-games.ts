import { createHash, createHmac, randomUUID } from 'node:crypto'
import { openSandbox, startMs } from '../../testing/open-sandbox.ts'

export type Reply = { status: number; body: any } // oxlint-disable-line typescript/no-explicit-any -- four APIs, read field by field in the tests

export type OpenGames = Awaited<ReturnType<typeof openGames>>

/** A sandbox with the operator's credentials for all four families. */
export async function openGames() {
  const sandbox = await openSandbox()
  const { url, control } = sandbox

  const call = async (path: string, init: RequestInit): Promise<Reply> => {
    const reply = await fetch(url + path, init)
    return { status: reply.status, body: await reply.json() }
  }
  const form = (fields: Record<string, string>) => new URLSearchParams(fields)
  const json = (fields: unknown) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })

  const betflix = (path: string, fields: Record<string, string>, headers = betflixHeaders) =>
    path.startsWith('report') || path.endsWith('History')
      ? call(`/games/betflix/v4/${path}?${form(fields).toString()}`, { headers })
      : call(`/games/betflix/v4/${path}`, { method: 'POST', headers, body: form(fields) })

  const amb = (path: string, fields?: Record<string, unknown>, method = 'POST') =>
    call(`/games/askmebet/v0.1/partner/member/${path}`, {
      method,
      ...(fields ? json(fields) : {}),
    })

  const joker = (fields: Record<string, string>, options: JokerOptions = {}) => {
    const { secret = 'sandbox-secret', appId = 'KAPA', atMs = startMs } = options
    const whole = { Timestamp: String(Math.floor(atMs / 1000)), ...fields }
    const text = Object.entries(whole)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map((pair) => pair.join('='))
      .join('&')
    const Signature = createHmac('sha1', secret).update(text).digest('base64')
    const query = form({ AppID: appId, Signature }).toString()
    return call(`/games/joker2?${query}`, { method: 'POST', ...json(whole) })
  }

  const pg = (path: string, fields: Record<string, string>, secret_key = 'sandbox-secret') =>
    call(`/games/pg${path}?trace_id=${randomUUID()}`, {
      method: 'POST',
      body: form({ operator_token: 'sandbox-operator', secret_key, ...fields }),
    })

  return {
    ...sandbox,
    call,
    json,
    betflix,
    amb,
    joker,
    pg,
    account: async (provider: string, username: string) =>
      ((await control('GET', `/games/${provider}/accounts`)).body as PanelAccount[]).find(
        (account) => account.username === username,
      ),
    /** The invariant: the sum of bank, house and members never changes. */
    whole: async (provider: string) => {
      const list = (await control('GET', '/games')).body as Record<string, string>[]
      const { bank, house, members } = list.find(({ code }) => code === provider)!
      return (Number(bank) + Number(house) + Number(members)).toFixed(2)
    },
  }
}

export const wholeAtStart = '10000000.00'

type JokerOptions = { secret?: string; appId?: string; atMs?: number }
type PanelAccount = { username: string; balance: string; inRound: boolean; nextResult: string }

const betflixHeaders: Record<string, string> = {
  'x-api-betflix': 'sandbox-betflix',
  'x-api-key': 'sandbox-key',
}

export function md5(...parts: string[]): string {
  return createHash('md5').update(parts.join(':')).digest('hex')
}
