import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * An attacker who knows the address of a webhook but not its key, as a separate process over plain sockets. In reality
 * it would run on another machine: here it takes only the processor time that the others leave.
 */
export type Forgery = { port: number; perSecond: number; seconds: number }
export type ForgerCounts = { sent: number; refused: number; other: number }

const connections = 16
const everyMs = 2

process.on('message', (job: Forgery) => void forge(job))
process.on('disconnect', () => process.exit())
setPriority(19)

async function forge({ port, perSecond, seconds }: Forgery): Promise<void> {
  const counts: ForgerCounts = { sent: 0, refused: 0, other: 0 }
  const sockets = Array.from({ length: connections }, () => open(port, counts))
  const begun = performance.now()
  while (performance.now() - begun < seconds * 1_000) {
    await pause(everyMs)
    const due = Math.min(seconds, (performance.now() - begun) / 1_000) * perSecond
    while (counts.sent < Math.floor(due)) {
      sockets[counts.sent % connections]!.write(request(counts.sent))
      counts.sent += 1
    }
  }
  for (
    let waited = 0;
    waited < 3_000 && counts.refused + counts.other < counts.sent;
    waited += everyMs
  )
    await pause(everyMs)
  for (const socket of sockets) socket.destroy()
  process.send!(counts)
}

function open(port: number, counts: ForgerCounts): Socket {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (part: string) => {
    for (const [, status] of part.matchAll(/HTTP\/1\.1 (\d{3})/g))
      counts[status === '401' ? 'refused' : 'other'] += 1
  })
  return socket
}

const body = '{"amount":1000000}'

function request(at: number): string {
  return (
    `POST /webhooks/bank/${at % 2 === 0 ? 'feed' : 'sms'} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
    `x-event-id: forged-${at}\r\nx-timestamp: 1800000000\r\nx-signature: ${'ab'.repeat(32)}\r\n` +
    `content-length: ${body.length}\r\n\r\n${body}`
  )
}
