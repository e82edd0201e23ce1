import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { Actor, OperationShape, World } from './actor.ts'
import { createClock, systemNow } from './clock.ts'
import { buildControlPlane } from './control/control-plane.ts'
import { worldCalls } from './control/world-calls.ts'
import { createFaults } from './faults.ts'
import { createGamesActor } from './games/games-actor.ts'
import { createJournal } from './journal.ts'
import { journalUnknownCalls, readBodiesAsBytes } from './operation.ts'
import { servePanel } from './panel/panel.ts'
import { createSmsActor } from './sms/sms-actor.ts'

// A photo of a slip is the biggest thing that anybody sends.
const bodyBytesMax = 12 * 1024 * 1024

type SandboxOptions = {
  /** 0 picks a free one. */
  port: number
  controlPort: number
  host: string
  now?: () => number
}

export type Sandbox = { port: number; controlPort: number; close: () => Promise<void> }

/** Everybody who lives outside. A new actor is a folder and a line here. */
function createActors(world: World): Actor[] {
  return [createSmsActor(world), createGamesActor(world)]
}

/** Starts the outside world on one port and its control plane on another, which is never open to the network. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld(options.now ?? systemNow)
  const actors = createActors(world)
  const calls = [...worldCalls(world, actors), ...actors.flatMap(({ control }) => control)]

  const outside = fastify({
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    bodyLimit: bodyBytesMax,
  })
  await outside.register((app) => servePanel(app, { world, actors, calls }))
  await outside.register(async (app) => {
    readBodiesAsBytes(app)
    for (const actor of actors) actor.routes({ ...world, app })
  })
  readBodiesAsBytes(outside)
  journalUnknownCalls({ ...world, app: outside })

  const control = buildControlPlane(calls)
  const close = async () => {
    await Promise.all([outside.close(), control.close()])
  }
  try {
    await outside.listen({ port: options.port, host: options.host })
    await control.listen({ port: options.controlPort, host: '127.0.0.1' })
  } catch (error) {
    await close()
    throw error
  }
  return { port: portOf(outside), controlPort: portOf(control), close }
}

function createWorld(now: () => number): World {
  const clock = createClock(now)
  const operations: OperationShape[] = []
  return { clock, operations, faults: createFaults(operations), journal: createJournal(clock) }
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}
