import { connect, type Socket } from 'node:net'
import { systemIds } from '../../apps/server/src/core/ids.ts'

/**
 * A load generator over plain sockets, since a full HTTP client would use more of the two cores than the measured
 * server. The bench starts it as a separate process: port, path, connections, seconds, tokens and bodies over IPC. Each
 * connection has its own members, who send one of the bodies.
 */
type Job = {
  port: number
  path: string
  connections: number
  seconds: number
  tokens: string[]
  bodies: string[]
}

process.on('message', (job: Job) => void run(job))
process.on('disconnect', () => process.exit())

async function run(job: Job): Promise<void> {
  const latencies: number[] = []
  const refused: Record<string, number> = {}
  const end = performance.now() + job.seconds * 1000
  await Promise.all(
    Array.from({ length: job.connections }, (_, at) =>
      drive({ ...job, ...partOf(job, at) }, end, { latencies, refused }),
    ),
  )
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  process.send!({
    answered: latencies.length,
    perSecond: latencies.length / job.seconds,
    p50: at(0.5),
    p99: at(0.99),
    refused,
  })
}

type Tally = { latencies: number[]; refused: Record<string, number> }

function drive(job: Job, end: number, tally: Tally): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: job.port, noDelay: true })
    let sentAt = 0
    let received = ''
    const next = () => {
      if (performance.now() >= end) {
        socket.destroy()
        return resolve()
      }
      sentAt = performance.now()
      send(socket, job)
    }
    socket.setEncoding('latin1')
    socket.on('connect', next)
    socket.on('error', reject)
    socket.on('data', (part: string) => {
      received += part
      const status = completeStatus(received)
      if (status === null) return
      if (status === 200) tally.latencies.push(performance.now() - sentAt)
      else tally.refused[status] = (tally.refused[status] ?? 0) + 1
      received = ''
      next()
    })
  })
}

function partOf({ tokens, bodies, connections }: Job, at: number): Partial<Job> {
  return {
    tokens: tokens.filter((_, n) => n % connections === at),
    bodies: [bodies[at % bodies.length]!],
  }
}

function send(socket: Socket, { path, tokens, bodies }: Job): void {
  const token = tokens[Math.floor(Math.random() * tokens.length)]
  const body = bodies[0]!
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-client: wallet-user\r\nauthorization: Bearer ${token}\r\n` +
      `idempotency-key: ${systemIds.key()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
}

/** The status once the answer is complete, otherwise null. */
function completeStatus(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(received)?.[1])
  if (received.length < headEnd + 4 + length) return null
  return Number(received.slice(9, 12))
}
