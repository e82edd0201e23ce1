import { minuteMs } from '@kapao/contract/times'
import { codeOf, redeemEnvelope, refuse, settleLink, type GiftDeps } from './redeem.ts'
import { claimDue, findLink, setOpenState, type Link } from './store.ts'

/** After this no earlier request can still be under way: a clear refusal is final. */
const overtakenUntilMs = 10 * minuteMs
/** I37. */
const openMaxMs = 15 * minuteMs

/** For the sweeper: finishes a gift link that a dead process or a lost reply left open, or hands it to operators. */
export async function recover(deps: GiftDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const link = await claimDue(db, id, clock.now())
  if (!link) return
  // No request has been sent yet, and the member's call is over.
  if (link.state === 'claimed')
    return refuse(deps, link, { code: 'SERVICE_BUSY', why: 'the request was abandoned' })
  if (link.state === 'received') return settleLink(deps, id)
  // A request of a dead process may have arrived: a first refusal is not final any more.
  await redeemEnvelope(deps, { ...link, state: 'unknown' })
  const after = await findLink(db, id)
  if (after?.state === 'sent' || after?.state === 'unknown') await giveUpLate(deps, after)
}

const refusedForm = /^([A-Z_]+), and no share of ours$/

async function giveUpLate(deps: GiftDeps, link: Link): Promise<void> {
  const ageMs = deps.clock.now().getTime() - link.createdAt.getTime()
  const refusal = refusedForm.exec(link.why ?? '')?.[1] as Parameters<typeof codeOf>[0] | undefined
  if (refusal && refusal !== 'TARGET_USER_REDEEMED' && ageMs > overtakenUntilMs)
    return refuse(deps, link, { code: codeOf(refusal), why: link.why! })
  if (ageMs > openMaxMs)
    await setOpenState(deps.db, link.id, { state: 'exception', why: link.why ?? 'no answer' })
}
