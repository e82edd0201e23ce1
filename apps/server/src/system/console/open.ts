import { join } from 'node:path'
import type { ConsoleEndpointShape } from '@kapao/contract/console/endpoint'
import { openConsoleBridge, type BridgeDeps } from '#core/console/bridge.ts'
import type { ConsoleApi } from '#core/console/route.ts'
import { openConsoleSockets } from '#core/console/sockets.ts'
import { createBlocker } from '#core/limits/addresses/blocked.ts'
import { openSettings } from '#settings/read.ts'
import { compose, type Composition } from '../compose.ts'
import type { ProcessSystem, SystemContext } from '../open.ts'
import { settlingIn } from '../with-recovery.ts'
import { openIdleParts, openProcessParts, type ProcessParts } from '../process-parts.ts'
import { buildConsole, type BuiltConsole } from './build.ts'

const builtPage = join(import.meta.dirname, '../../../../console/dist')

/**
 * Everything that the console's process serves. It opens the same rooms as the server, so that a decision made here
 * is the same one; the members' calls, webhooks and jobs are not part of it.
 */
export async function openConsole(around: SystemContext): Promise<BuiltConsole & ProcessSystem> {
  const { config, db, clock, log } = around
  const settings = await openSettings(around)
  const parts = openProcessParts({ ...around, readSettings: settings.read })
  const { capabilities, signIn } = compose(parts, settlingIn(parts.context))
  await parts.sessions.listen()
  parts.live.connect()
  parts.buckets?.connect()
  const door = doorOf(parts, signIn)
  const sockets = openConsoleSockets({ ...door, ...signIn, ...config, db, log })
  await sockets.listen()
  const built = await buildConsole({
    http: around,
    clock,
    bridge: openConsoleBridge(door),
    limiter: parts.limiter,
    page: { distDir: around.distDir ?? builtPage, origin: config.console.origin },
    sockets,
    files: {
      links: parts.uploads.links,
      folders: capabilities.flatMap((one) => one.folders ?? []),
    },
    registerConsole: (api) => registerConsole(api, capabilities),
  })
  return {
    ...built,
    parts: parts.buckets ? { Redis: parts.buckets.ask } : {},
    restores: parts.restores,
    sockets: () => sockets.open,
    close: async () => {
      await sockets.close()
      await parts.uploads.close()
      await parts.live.close()
      parts.buckets?.close()
      await parts.sessions.close()
      await settings.close()
    },
  }
}

/** The calls that a console of this build answers; this opens no connection. */
export function servedConsoleCalls(): ConsoleEndpointShape[] {
  const parts = openIdleParts()
  const { capabilities, signIn } = compose(parts)
  const bridge = openConsoleBridge(doorOf(parts, signIn))
  const api: ConsoleApi = { addRoute: () => undefined, bridge, served: [] }
  registerConsole(api, capabilities)
  return api.served
}

function registerConsole(api: ConsoleApi, capabilities: Composition['capabilities']): void {
  for (const one of capabilities) one.registerConsole?.(api)
}

/** Admission, for calls and sockets alike. */
function doorOf(
  { context: { config, clock, readSettings }, counter }: ProcessParts,
  { findSession }: Pick<BridgeDeps, 'findSession'>,
): BridgeDeps {
  // The list of those who are let in is looked up as the list of those who are kept out is.
  const networks = createBlocker()
  return {
    clock,
    freeBytesMin: config.uploadsFreeBytesMin,
    origin: config.console.origin,
    isAllowed: async (address) => {
      const listed = (await readSettings())['console.addresses']
      return listed.length === 0 || networks(listed)(address)
    },
    findSession,
    counter,
    factor: config.rateLimitFactor,
  }
}
