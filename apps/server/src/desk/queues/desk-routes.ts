import { takenMinutes } from '@kapao/contract/console/limits'
import type { WorkKind } from '@kapao/contract/console/words'
import { weighMember } from '@kapao/contract/console/weigh'
import * as calls from '@kapao/contract/console/work'
import type { Panel } from '@kapao/contract/console/work'
import {
  findWork,
  readSlip,
  showPayer as showPayerCall,
  takeWork,
  undoWork,
} from '@kapao/contract/console/work-calls'
import { minuteMs } from '@kapao/contract/times'
import { refuseOperator } from '#core/console/refuse.ts'
import { readSlips } from '#channels/slips/desk.ts'
import { findSlip } from '#channels/slips/store.ts'
import { hint } from '#core/console/hint-store.ts'
import { consoleRoute, type ConsoleApi, type SignedIn } from '#core/console/route.ts'
import { nameOf } from '#core/audit/actor.ts'
import { decideOnce, type WorkDesk } from './decide.ts'
import { findNext, findRows, listRows, openCounts } from './list.ts'
import { showPayer } from './payer.ts'
import { kindsListedFor, kindsSeenBy, maySee } from './rights.ts'
import { promisedIn, showItem } from './show.ts'
import { giveBack, listTaken, takeItem, takenKey } from './taken-store.ts'

export function workRoutes(api: ConsoleApi, desk: WorkDesk): void {
  readingRoutes(api, desk)
  changingRoutes(api, desk)
}

/** All with the time of now, and what is promised now. */
async function around({ db, clock, queues, preview, readSettings }: WorkDesk) {
  const promised = promisedIn(await readSettings())
  return { on: db, now: clock.now(), queues, preview, promised }
}

function readingRoutes(api: ConsoleApi, desk: WorkDesk): void {
  consoleRoute(api, calls.listWork, async ({ operator: { roles } }, { kind, after = null }) => {
    const kinds = kindsListedFor(roles).filter((one) => kind === 'all' || one === kind)
    return listRows(await around(desk), { kinds, after })
  })
  const count = openCounts(() => around(desk))
  consoleRoute(api, calls.countWork, async ({ operator: { roles } }) => ({
    kinds: await count(kindsListedFor(roles)),
  }))
  consoleRoute(api, findWork, async ({ operator }, { id }) => ({
    rows: await findRows(await around(desk), {
      kinds: kindsSeenBy(operator.roles),
      id,
      reader: operator.actor,
    }),
  }))
  consoleRoute(api, readSlip, async (_caller, { reference }) => {
    const slip = await findSlip(desk.db, reference.toUpperCase())
    const [panel] = slip ? await readSlips(desk.db, [slip.id], desk.links) : []
    return panel ?? refuseOperator(readSlip, 'NOT_FOUND')
  })
  consoleRoute(api, calls.readWork, async ({ operator }, item) => {
    const found = await readItem(desk, operator, item)
    if (!found) return refuseOperator(calls.readWork, 'NOT_FOUND')
    const now = await desk.queues.get(item.kind)!.ask?.(desk.db, item.id)
    return now ? { ...found, panels: withAnswer(found.panels, now) } : found
  })
  consoleRoute(api, weighMember, async ({ operator }, { kind, id, memberId }) => {
    const queue = desk.queues.get(kind)!
    const found = maySee(operator.roles, kind) ? await queue.weigh?.(desk.db, id, memberId) : null
    return found ?? refuseOperator(weighMember, 'NOT_FOUND')
  })
}

/** Beside what is known from the same source already, to be compared with it. */
function withAnswer(panels: readonly Panel[], now: Panel): Panel[] {
  const isKnown = panels.some(({ name }) => name === now.name)
  const added = panels.map((one) =>
    one.name === now.name ? { ...one, facts: [...one.facts, ...now.facts] } : one,
  )
  return isKnown ? added : [...panels, now]
}

type Item = { kind: WorkKind; id: string }

/** Null also for a kind that the operator may not see: a guess is like an unknown id. */
async function readItem(desk: WorkDesk, operator: SignedIn, { kind, id }: Item) {
  if (!maySee(operator.roles, kind)) return null
  const found = await desk.queues.get(kind)!.read(desk.db, id, operator.actor)
  return found && showItem(await around(desk), { kind, found }, operator)
}

function changingRoutes(api: ConsoleApi, desk: WorkDesk): void {
  const { db, clock } = desk
  consoleRoute(api, takeWork, async ({ operator }, { kind, id, isBack }) => {
    const item = { kind, id }
    if (!(await readItem(desk, operator, item))) refuseOperator(takeWork, 'NOT_FOUND')
    const [at, by] = [clock.now(), operator.actor]
    const until = new Date(at.getTime() + takenMinutes * minuteMs)
    const before = (await listTaken(db, [item], at)).get(takenKey(item))
    if (isBack) await giveBack(db, item, by)
    else await takeItem(db, item, { by, at, until })
    const after = (await listTaken(db, [item], at)).get(takenKey(item))
    if (after !== before) await hint(db, 'work', item)
    return { takenBy: after === undefined ? null : nameOf(after) }
  })
  consoleRoute(api, showPayerCall, async ({ operator, requestId }, item) => {
    const shown = await showPayer(desk, item, { actor: operator.actor, requestId })
    return shown ?? refuseOperator(showPayerCall, 'NOT_FOUND')
  })
  consoleRoute(api, calls.decideWork, async ({ operator, key }, input) => {
    const { kind, id } = input
    const { request, ...said } = await decideOnce(desk, { operator, key, input })
    await giveBack(db, { kind, id }, operator.actor)
    await hint(db, 'work', { kind, id })
    if (request !== null) await hint(db, 'work', { kind: 'second', id: request })
    const item = (await readItem(desk, operator, { kind, id }))!
    const next = await findNext(await around(desk), { kind, id }, nameOf(operator.actor))
    return { ...said, request, item, next }
  })
  consoleRoute(api, undoWork, async ({ operator, requestId }, { kind, id }) => {
    const { undo } = desk.queues.get(kind)!
    if (!undo || !(await readItem(desk, operator, { kind, id })))
      refuseOperator(undoWork, 'NOT_FOUND')
    await undo({ id, actor: operator.actor, requestId })
    await hint(db, 'work', { kind, id })
    return { item: (await readItem(desk, operator, { kind, id }))! }
  })
}
