import { hostname } from 'node:os'
import { confirmCheck, readChecks, readDoors, sendTestSms } from '@kapao/contract/console/house'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { consoleRoute } from '#core/console/route.ts'
import { checkHouse, confirmCheck as confirm, type CheckContext } from './check.ts'
import { listDoors, type DoorsContext } from './doors.ts'
import { sendTestSms as send } from './test-sms.ts'

/** The way from an empty house to one that may open, and what it is connected to. */
export function openHouseDesk(
  context: DoorsContext & CheckContext & ContextWith<'readSettings'>,
): Capability {
  const here = { machine: hostname(), since: context.clock.now().toISOString() }
  return {
    registerConsole: (api) => {
      consoleRoute(api, readDoors, async () => ({ doors: await listDoors(context), here }))
      consoleRoute(api, readChecks, async () => ({ checks: await checkHouse(context) }))
      consoleRoute(api, confirmCheck, ({ operator: { actor }, requestId }, { check, seen }) =>
        confirm(context, { check, seen, actor, requestId }),
      )
      // In the trail a repeated key finds what was done under it.
      consoleRoute(api, sendTestSms, ({ operator: { actor }, key }, { phone, product }) =>
        send(context, { phone, product, actor, requestId: key }),
      )
    },
  }
}
