import { connect, createServer, type Socket } from 'node:net'
import { observer, ports, sandbox } from '../addresses.ts'

/** The way to the bucket, on a port of its own, so that it can hang while the rest of the outside answers. */
export type BucketDoor = {
  /** Every caller is let in and answered nothing. */
  hang: () => void
  goOn: () => void
}

export function openBucketDoor(): BucketDoor {
  let hangs = false
  const callers = new Set<Socket>()
  const server = createServer((caller) => {
    callers.add(caller)
    caller.on('error', () => undefined).on('close', () => callers.delete(caller))
    if (hangs) return
    const there = connect(ports.sandbox, sandbox)
    there.on('error', () => caller.destroy()).on('close', () => caller.destroy())
    caller.on('close', () => there.destroy())
    caller.pipe(there).pipe(caller)
  }).listen(ports.bucket, observer)
  server.unref()
  return {
    hang: () => {
      hangs = true
      for (const caller of callers) caller.unpipe()
    },
    goOn: () => {
      hangs = false
      for (const caller of callers) caller.destroy()
    },
  }
}
