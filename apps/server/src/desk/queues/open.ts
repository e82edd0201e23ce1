import { hourMs } from '@kapao/contract/times'
import type { Capability } from '#context/app-context.ts'
import { openPreview } from '#desk/decisions/decide.ts'
import { openPlayers } from '#money/games/players.ts'
import type { WorkDesk } from './decide.ts'
import { forgetDecisions } from './decision-store.ts'
import { workRoutes } from './desk-routes.ts'
import { openQueues, type WorkAround } from './kinds/queues.ts'
import { forgetTaken } from './taken-store.ts'

const keptDays = 30

/** Items that wait for operators: lists, single items, and decisions. */
export function openWork(
  context: Omit<WorkAround, 'askBalance'> &
    Partial<Pick<WorkAround, 'askBalance'>> &
    Pick<WorkDesk, 'failpoint' | 'readSettings'>,
): Capability {
  const { db, clock } = context
  const around = { askBalance: openPlayers(context).askBalance, ...context }
  const desk: WorkDesk = { ...around, queues: openQueues(around), preview: openPreview(around) }
  return {
    registerConsole: (api) => workRoutes(api, desk),
    jobs: [
      {
        name: 'desk.forgetOld',
        everyMs: hourMs,
        run: async () => {
          const now = clock.now()
          await forgetTaken(db, now)
          await forgetDecisions(db, new Date(now.getTime() - keptDays * 24 * hourMs))
        },
      },
    ],
  }
}
