import { createBlocker } from '#core/limits/addresses/blocked.ts'
import type { BridgeDeps } from '#core/calls/route.ts'
import type { Settings } from './registry.ts'

/** The switches that operators change while the server runs, for calls and sockets alike. */
export function switchesOf(readSettings: () => Promise<Settings>): BridgeDeps['switches'] {
  const blocker = createBlocker()
  return async () => {
    const settings = await readSettings()
    return {
      serviceActive: settings['service.active'],
      clientHeaderRequired: settings['client.header.required'],
      isBlocked: blocker(settings['service.blocked']),
    }
  }
}
