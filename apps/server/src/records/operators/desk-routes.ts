import {
  addOperator,
  changeRoles,
  disableOperator,
  enableOperator,
  listOperators,
} from '@kapao/contract/console/operators'
import { refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute, type ConsoleApi } from '#core/console/route.ts'
import { answerOf } from '#core/console/work/waits.ts'
import type { Queryable } from '#core/db/db.ts'
import { nameOf } from '#core/audit/actor.ts'
import { addByCode, findAddProblem, type AddDeps } from './desk.ts'
import * as ending from './disable.ts'
import { findRolesProblem, giveRoles } from './roles.ts'
import { findOperators } from './store.ts'

/** How an operator gets in, as the room that lets them in knows it. */
export type Ways = {
  operator: string
  passkeys: number
  hasPassword: boolean
  lastSignInAt: Date | null
}

export type DeskDeps = AddDeps & { listWays: (on: Queryable) => Promise<Ways[]> }

export function deskRoutes(api: ConsoleApi, deps: DeskDeps): void {
  const { db } = deps

  consoleRoute(api, listOperators, async () => {
    const [operators, ways] = await Promise.all([findOperators(db), deps.listWays(db)])
    return {
      operators: operators.map(({ name, roles, createdAt, createdBy, ...one }) => {
        const own = ways.find(({ operator }) => operator === name)
        return {
          name,
          roles,
          addedAt: createdAt.toISOString(),
          addedBy: nameOf(createdBy),
          disabledAt: one.disabledAt?.toISOString() ?? null,
          disabledBy: one.disabledBy === null ? null : nameOf(one.disabledBy),
          passkeys: own?.passkeys ?? 0,
          hasPassword: own?.hasPassword ?? false,
          lastSignInAt: own?.lastSignInAt?.toISOString() ?? null,
        }
      }),
    }
  })

  consoleRoute(api, addOperator, async ({ operator: { actor }, requestId }, given) => {
    const adding = { ...given, actor, requestId }
    const problem = await findAddProblem(deps, adding)
    if (problem) refuseOperator(addOperator, problem)
    return answerOf(await addByCode(deps, adding))
  })

  consoleRoute(api, changeRoles, async ({ operator: { actor }, requestId }, { name, roles }) => {
    const problem = await findRolesProblem(db, { name, roles, actor })
    if (problem) refuseOperator(changeRoles, problem)
    return answerOf(await giveRoles(deps, { name, roles, actor, requestId }))
  })

  consoleRoute(api, disableOperator, async ({ operator: { actor }, requestId }, { name }) => {
    const stays = ending.whyStays(await findOperators(db), name)
    if (stays) refuseOperator(disableOperator, stays.code)
    return answerOf(await ending.disableOperator(deps, { name, actor, requestId }))
  })

  consoleRoute(api, enableOperator, async ({ operator: { actor }, requestId }, { name }) => {
    const found = (await findOperators(db)).find((one) => one.name === name)
    if (!found?.disabledAt) refuseOperator(enableOperator, 'NOT_FOUND')
    return answerOf(await ending.enableOperator(deps, { name, actor, requestId }))
  })
}
