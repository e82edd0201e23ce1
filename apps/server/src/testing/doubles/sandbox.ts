import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { compiled } from '../processes/compiled.ts'

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

/** What `sandbox-host.ts` is asked, and answers. */
type HostCall = { id: number; what: 'open' | 'close' }
type HostReply = { id: number; port: number; controlPort: number }

const main = join(import.meta.dirname, '../../../../sandbox/src/testing/sandbox-host.ts')
let host: ChildProcess | null = null
let lastId = 0
const open = new Set<number>()

/** One process for all sandboxes of this one: to start one costs half a second of a processor. */
function startHost(): ChildProcess {
  const child = fork(main, { execArgv: [], env: { ...compiled } })
  child.setMaxListeners(0)
  // It ends with this process, which waits for it only while a sandbox is open.
  child.unref()
  child.once('exit', () => (host = null))
  return child
}

function ask(call: HostCall): Promise<HostReply> {
  host ??= startHost()
  const child = host
  return new Promise((resolve, reject) => {
    const settle = (reply: HostReply): void => {
      if (reply.id !== call.id) return
      child.off('message', settle).off('exit', fail)
      resolve(reply)
    }
    const fail = (): void => reject(new Error('the process of the sandboxes has ended'))
    child.on('message', settle).once('exit', fail)
    child.send(call)
  })
}

async function openOne(): Promise<HostReply> {
  lastId += 1
  const id = lastId
  open.add(id)
  const opened = ask({ id, what: 'open' })
  host?.channel?.ref()
  return opened
}

async function closeOne(id: number): Promise<void> {
  await ask({ id, what: 'close' })
  open.delete(id)
  if (open.size === 0) host?.channel?.unref()
}

/** A sandbox of its own on free ports, in another process. */
export async function startSandbox(): Promise<Sandbox> {
  const { id, port, controlPort } = await openOne()
  const url = `http://127.0.0.1:${port}`
  const controlUrl = `http://127.0.0.1:${controlPort}`

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
    stop: () => closeOne(id),
  }
}
