import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that the system gives to connections, and to servers that ask for any. */
const range = { from: 20_000, to: 32_768 }

/** A port that was free a moment ago, for programs that cannot choose one and report it. */
export async function freePort(): Promise<number> {
  const port = randomInt(range.from, range.to)
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  await new Promise((resolve) => server.close(resolve))
  return port
}
