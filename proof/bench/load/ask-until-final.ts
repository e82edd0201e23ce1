import {
  send,
  type Answer,
  type CallOptions,
} from '../../../apps/server/src/testing/worlds/test-app.ts'

export type FinalAnswer = { key: string; status: number }
export type Load = {
  journal: FinalAnswer[]
  /** Calls that had to be resent, each under its key. */
  retries: number
  stopped: boolean
}

export type FinalCall = {
  /** The address of the current server. */
  address: () => string
  name: string
  key: string
  options: CallOptions
  isFinal: (answer: Answer) => boolean
}

const attemptsMax = 400
const againAfterMs = 50

/** Retries a key until its outcome is known. */
export async function askUntilFinal(
  { address, name, key, options, isFinal }: FinalCall,
  load: Load,
): Promise<void> {
  const headers = { ...options.headers, 'idempotency-key': key }
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const answer = await send(address(), name, { ...options, headers }).catch(() => null)
    if (answer && isFinal(answer)) {
      load.journal.push({ key, status: answer.status })
      return
    }
    load.retries += 1
    await new Promise((resolve) => setTimeout(resolve, againAfterMs))
  }
}
