import { request } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { floating, names } from './play.ts'

export type Calls = { answered: number; failed: number; slowestMs: number }

const everyMs = 50
const patienceMs = 10_000

/** Calls of members at both public addresses, while `work` goes on. */
export async function callDuring(work: () => Promise<unknown>): Promise<Calls> {
  const calls: Calls = { answered: 0, failed: 0, slowestMs: 0 }
  const state = { isOver: false }
  const callers = floating.map(async (address) => {
    while (!state.isOver) {
      const begun = performance.now()
      const status = await askMembers(address)
      calls.slowestMs = Math.max(calls.slowestMs, performance.now() - begun)
      if (status === 200) calls.answered += 1
      else calls.failed += 1
      await sleep(everyMs)
    }
  })
  try {
    await work()
  } finally {
    state.isOver = true
    await Promise.all(callers)
  }
  return calls
}

/** The status of a call that reads the database; null where nobody answers. */
export function askMembers(address: string): Promise<number | null> {
  return ask(address, '/api/lookup/info', names.members).then(
    ({ status }) => status,
    () => null,
  )
}

/** Also what the certificate is, by its fingerprint. */
export function ask(
  address: string,
  path: string,
  servername: string,
): Promise<{ status: number; fingerprint: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: address,
      port: 443,
      path,
      servername,
      rejectUnauthorized: false,
      agent: false,
    }
    const asking = request({ ...options, timeout: patienceMs }, (answer) => {
      const { fingerprint256: fingerprint } = (
        answer.socket as unknown as { getPeerCertificate: () => { fingerprint256: string } }
      ).getPeerCertificate()
      answer.resume().on('end', () => resolve({ status: answer.statusCode!, fingerprint }))
    })
    asking.on('timeout', () => asking.destroy(new Error('no answer')))
    asking.on('error', reject).end()
  })
}
