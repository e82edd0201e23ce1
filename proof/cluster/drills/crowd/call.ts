import { Agent, request } from 'node:http'
import { fronts, memberAddress, ports } from '../../addresses.ts'

export type CallAnswer = { status: number; body: unknown; isOurs: boolean }
/** Null: the connection was refused or cut, and the call's outcome is unknown. */
export type Phone = (call: {
  method: 'GET' | 'POST'
  path: string
  key?: string
  body?: object
}) => Promise<CallAnswer | null>

const patienceMs = 30_000

/** A member's browser: an address of its own, connections that it keeps, and two addresses of the service to try. */
export function openPhone(at: number, token: string): Phone {
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress: memberAddress(at) })
  let front = at % fronts.length
  return async ({ method, path, key, body }) => {
    const text = body ? JSON.stringify(body) : undefined
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      'x-client': 'wallet-user',
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const options = { agent, method, path, headers, host: fronts[front]!, port: ports.members }
    const answered = await ask(options, text)
    // As a browser does with the second address of a name.
    if (answered === null) front = (front + 1) % fronts.length
    return answered
  }
}

function ask(options: object, text: string | undefined): Promise<CallAnswer | null> {
  return new Promise((resolve) => {
    const asked = request({ ...options, timeout: patienceMs }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => resolve(null))
      answer.on('end', () => resolve(read(answer.statusCode ?? 0, Buffer.concat(parts).toString())))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(null))
    asked.end(text)
  })
}

function read(status: number, text: string): CallAnswer {
  try {
    return { status, body: JSON.parse(text), isOurs: status !== 500 }
  } catch {
    return { status, body: text, isOurs: false }
  }
}
