import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { sleep } from '../../../tools/postgres/processes.ts'
import { nothingS, type Drill } from '../drills/drill.ts'
import { control } from '../sandbox-control.ts'
import { membersUrl, waitForApi, type Cluster } from '../start.ts'

/** What docs/operations.md promises is five seconds; a busy machine has the rest. */
const refusedWithinS = 10
const startedWithinS = 45
const againWithinMs = 60_000

export const hangingBucket: Drill = {
  name: 'hanging-bucket',
  about: 'the bucket takes connections and answers nothing, and an API process is restarted',
  limits: { awayS: nothingS, readsAwayS: nothingS },
  proves: ['NET-16'],
  run: async ({ bucket, demo, fronts: [first] }) => {
    const token = await logIn(demo)
    const before = await sendSlip(token)
    if (before.status !== 200) throw new Error(`a slip was answered by ${before.status}`)
    bucket.hang()
    try {
      const slip = await sendSlip(token)
      if (slip.status !== 503 || slip.tookS > refusedWithinS)
        throw new Error(`a slip was answered by ${slip.status} after ${slip.tookS.toFixed(1)} s`)
      const startS = await timeOf(async () => {
        await first!.api.stop()
        first!.api.start()
        await waitForApi(0)
      })
      if (startS > startedWithinS) throw new Error(`a start took ${startS.toFixed(1)} s`)
      bucket.goOn()
      const backS = await timeOf(() => untilTaken(token))
      return `a slip is refused after ${slip.tookS.toFixed(1)} s and taken ${backS.toFixed(1)} s after the bucket is back, a restart took ${startS.toFixed(1)} s`
    } finally {
      bucket.goOn()
    }
  },
}

async function logIn({ username, password }: Cluster['demo']): Promise<string> {
  const answer = await fetch(`${membersUrl(1)}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'wallet-user' },
    body: JSON.stringify({ username, password }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`the member of the demo is answered ${answer.status}`)
  return token
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

async function untilTaken(token: string): Promise<void> {
  const end = Date.now() + againWithinMs
  while ((await sendSlip(token)).status !== 200) {
    if (Date.now() > end) throw new Error('no slip is taken though the bucket is back')
    await sleep(1_000)
  }
}

/** A picture of a transfer that nobody made to us: it is kept, looked at and not credited. */
async function sendSlip(token: string): Promise<{ status: number; tookS: number }> {
  const { reference } = await control<{ reference: string }>('POST', '/slips/transfers', {
    fromBank: 'SCB',
    fromAccount: '9998887776',
    fromName: 'SOMEBODY ELSE',
    toBank: 'KBANK',
    toAccount: '5556667778',
    toName: systemIds.code(),
  })
  const picture = `/slips/pictures/${reference}/plain?seed=1`
  const { type, base64 } = await control<{ type: string; base64: string }>('GET', picture)
  const form = new FormData()
  form.set('bankCode', 'KBANK')
  form.set('amount', '100')
  form.set('file', new Blob([Buffer.from(base64, 'base64')], { type }), 'slip.png')
  const begun = performance.now()
  const answer = await fetch(`${membersUrl(1)}/api/wallet/slip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-client': 'wallet-user' },
    body: form,
  })
  await answer.arrayBuffer()
  return { status: answer.status, tookS: (performance.now() - begun) / 1_000 }
}
