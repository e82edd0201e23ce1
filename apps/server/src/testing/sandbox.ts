import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compiled } from './compiled.ts'

export type Sms = { phone: string; sender: string; text: string; code: string | null }

export type Sandbox = {
  url: string
  control: <T>(method: string, path: string, body?: unknown) => Promise<T>
  /** The messages that a phone received, newest first. */
  inbox: (phone: string) => Promise<Sms[]>
  addFault: (rule: Record<string, unknown>) => Promise<void>
  /** How often an operation was called. */
  countCalls: (operation: string) => Promise<number>
  reset: () => Promise<void>
  stop: () => Promise<void>
}

const main = join(import.meta.dirname, '../../../sandbox/src/main.ts')

/** The sandbox as a separate process on free ports; it ends with the tests, however they end. */
export async function startSandbox(): Promise<Sandbox> {
  const child = spawn(process.execPath, [main], {
    env: { ...compiled, SANDBOX_PORT: '0', CONTROL_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = (await once(child.stdout!, 'data')) as [Buffer]
  const [, url, controlUrl] = /^sandbox ready (\S+) control (\S+)$/m.exec(String(line)) ?? []
  if (!url || !controlUrl) throw new Error(`the sandbox said: ${String(line)}`)

  const control = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(controlUrl + path, { method, headers, ...sent })
    if (!reply.ok) throw new Error(`the sandbox refused ${path}: ${await reply.text()}`)
    const text = await reply.text()
    return (text === '' ? null : JSON.parse(text)) as T
  }
  return {
    url,
    control,
    inbox: (phone) => control('GET', `/sms/inbox?phone=${encodeURIComponent(phone)}`),
    addFault: (rule) => control('POST', '/faults', rule),
    countCalls: async (operation) => {
      const calls = await control<unknown[]>('GET', `/journal?limit=1000&operation=${operation}`)
      return calls.length
    },
    reset: () => control('POST', '/reset', {}),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}
