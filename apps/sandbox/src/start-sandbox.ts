import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import type { Actor, World } from './actor.ts'
import { type OperationShape, createFaults } from './faults/faults.ts'
import { createBankActor } from './bank/bank-actor.ts'
import { createClock, systemNow } from './clock.ts'
import { buildControlPlane } from './control/control-plane.ts'
import { worldCalls } from './control/world-calls.ts'
import { createGamesActor } from './games/games-actor.ts'
import { createGatewaysActor } from './gateways/gateways-actor.ts'
import { createGiftlinkActor } from './giftlink/giftlink-actor.ts'
import { createJournal } from './journal.ts'
import { messengerCalls } from './messenger/messenger-calls.ts'
import { createMessenger } from './messenger/messenger.ts'
import { journalUnknownCalls, readBodiesAsBytes } from './operation.ts'
import { servePanel } from './panel/panel.ts'
import { createPayoutActor } from './payout/payout-actor.ts'
import { createS3Actor } from './s3/s3-actor.ts'
import { createSlipsActor } from './slips/slips-actor.ts'
import { createTransfers } from './slips/transfers.ts'
import { createSmsActor } from './sms/sms-actor.ts'

// The largest body is a chat video on its way into a bucket.
const bodyBytesMax = 24 * 1024 * 1024

type SandboxOptions = {
  /** 0 picks a free port. */
  port: number
  controlPort: number
  host: string
  now?: () => number
  /** Where the app listens for webhooks; tests set it later. */
  appUrl?: string
  /** The address at which browsers reach the sandbox, if it differs from the callers' one. */
  publicUrl?: string | null
}

export type Sandbox = { port: number; controlPort: number; close: () => Promise<void> }

/** All actors. A new actor is a folder and a line here. */
function createActors(world: World): Actor[] {
  // The slip service knows the transfers paid at the bank.
  const transfers = createTransfers(world.clock)
  return [
    createSmsActor(world),
    createGamesActor(world),
    createBankActor(world, transfers),
    createSlipsActor(world, transfers),
    createGatewaysActor(world),
    createGiftlinkActor(world),
    createPayoutActor(world),
    createS3Actor(world),
  ]
}

/** Starts the sandbox on one port and its control plane on another, which is never open to the network. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const world = createWorld(options)
  const actors = createActors(world)
  const calls = [
    ...worldCalls(world, actors),
    ...messengerCalls(world.messenger),
    ...actors.flatMap(({ control }) => control),
  ]

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

function createWorld({ now = systemNow, appUrl, publicUrl = null }: SandboxOptions): World {
  const clock = createClock(now)
  const operations: OperationShape[] = []
  return {
    clock,
    operations,
    faults: createFaults(operations),
    journal: createJournal(clock),
    messenger: createMessenger(clock, appUrl ?? null),
    publicUrl,
  }
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port
}
