import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { ports } from '../addresses.ts'
import { findPrimary, type DatabaseNode } from '../parts/database.ts'

/** Leads the owner of the tables, whom no front lets in, to the machine that is the primary when they connect. */
export async function openPrimaryDoor(nodes: readonly DatabaseNode[]): Promise<number> {
  const server = createServer((caller) => {
    caller.on('error', () => undefined)
    void findPrimary(nodes).then((primary) => {
      if (primary === null) return caller.destroy()
      const there = connect(ports.postgres, primary.address)
      there.on('error', () => caller.destroy()).on('close', () => caller.destroy())
      caller.on('close', () => there.destroy())
      return caller.pipe(there).pipe(caller)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return (server.address() as AddressInfo).port
}
