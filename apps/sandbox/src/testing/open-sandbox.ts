import { request } from 'node:http'
import { onTestFinished } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'

type Reply = { status: number; body: unknown }

export type OpenSandbox = Awaited<ReturnType<typeof openSandbox>>

/** A private sandbox on free ports whose real time stands still at `startMs`; closed when the test ends. */
export async function openSandbox() {
  const sandbox = await startSandbox({
    port: 0,
    controlPort: 0,
    host: '127.0.0.1',
    now: () => startMs,
  })
  onTestFinished(sandbox.close)
  const url = `http://127.0.0.1:${sandbox.port}`
  const controlUrl = `http://127.0.0.1:${sandbox.controlPort}`

  const control = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const reply = await fetch(controlUrl + path, { method, ...(body !== undefined && json) })
    return { status: reply.status, body: await reply.json() }
  }
  const postForm = (path: string, fields: Record<string, string>) =>
    fetch(url + path, { method: 'POST', body: new URLSearchParams(fields) })

  return {
    url,
    controlUrl,
    control,
    postForm,
    requestOtp: (msisdn: string) => postForm('/v2/otp/request', { ...account, msisdn }),
    inbox: async () => (await control('GET', '/sms/inbox')).body as ReceivedSms[],
    journal: async () => (await control('GET', '/journal')).body as JournalEntry[],
    addFault: (rule: Record<string, unknown>) => control('POST', '/faults', rule),
  }
}

export const startMs = Date.UTC(2026, 0, 15, 3, 0, 0)
export const account = { key: 'sandbox-key', secret: 'sandbox-secret' }

type ReceivedSms = {
  phone: string
  sender: string
  text: string
  code: string | null
  at: string
}
type JournalEntry = {
  operation: string
  request: unknown
  headers: Record<string, string>
  fault: string | null
  applied: number
  reply: unknown
}

/** A request with arbitrary headers; `fetch` does not let a program set Host, Origin and Sec-Fetch-Site. */
export function requestWithHeaders(
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<{ status: number; text: string; location: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers, body } = options
    const sent = request(url, { method, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => {
        text += part
      })
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, text, location: reply.headers.location }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
