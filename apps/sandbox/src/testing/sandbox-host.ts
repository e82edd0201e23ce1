import { startSandbox, type Sandbox } from '../start-sandbox.ts'

/** What the tests that started this process ask, and what it answers. */
type HostCall = { id: number; what: 'open' | 'close' }
type HostReply = { id: number; port: number; controlPort: number }

const closeMsMax = 1500
const opened = new Map<number, Sandbox>()

process.on('message', (call: HostCall) => {
  if (call.what === 'open') void open(call.id)
  else void close(call.id)
})
// The tests are gone, however they ended.
process.on('disconnect', () => process.exit(0))

async function open(id: number): Promise<void> {
  const sandbox = await startSandbox({ port: 0, controlPort: 0, host: '127.0.0.1' })
  opened.set(id, sandbox)
  reply({ id, port: sandbox.port, controlPort: sandbox.controlPort })
}

async function close(id: number): Promise<void> {
  const sandbox = opened.get(id)
  opened.delete(id)
  const late = new Promise((resolve) => setTimeout(resolve, closeMsMax))
  await Promise.race([sandbox?.close(), late])
  reply({ id, port: 0, controlPort: 0 })
}

function reply(message: HostReply): void {
  process.send?.(message)
}
