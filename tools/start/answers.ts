import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from './environment.ts'

type Patience = {
  signal: AbortSignal
  /** The self-signed certificate to trust. */
  ca?: string | undefined
}

const patienceMs = 60_000
const oneTryMs = 5_000

/** Waits until an address answers 200 over HTTP; a process that merely listens is not ready. */
export async function waitForAnswer(address: string, { signal, ca }: Patience): Promise<void> {
  const end = Date.now() + patienceMs
  for (;;) {
    const found = await statusOf(address, ca)
    if (found === 200) return
    if (Date.now() > end) throw new StartRefused(`${address} does not answer: ${found}`)
    await sleep(50, undefined, { signal })
  }
}

function statusOf(address: string, ca: string | undefined): Promise<number | string> {
  return new Promise((resolve) => {
    const get = address.startsWith('https:') ? getHttps : getHttp
    const options = { agent: false, timeout: oneTryMs, ...(ca ? { ca } : {}) }
    const request = get(address, options, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('timeout', () => request.destroy(new Error('it took too long')))
    request.on('error', (error) => resolve(error.message))
  })
}
