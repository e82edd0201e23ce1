import { codeOf, empty, refuse, settleLink, type GiftDeps } from './redeem.ts'
import { claimDue, findLink, setOpenState, type Link } from './store.ts'

/** After so long no asking of ours is under way any more: a clear no is the last word. */
const overtakenUntilMs = 10 * 60_000
/** I37. */
const openMaxMs = 15 * 60_000

/** For the sweeper: brings a gift link that a dead process or a lost answer left open to its end, or to people. */
export async function recover(deps: GiftDeps, { id }: { id: string }): Promise<void> {
  const { db, clock } = deps
  const link = await claimDue(db, id, clock.now())
  if (!link) return
  // Nothing has left us yet, and the member has gone.
  if (link.state === 'claimed')
    return refuse(deps, link, { code: 'SERVICE_BUSY', why: 'nobody carried it on' })
  if (link.state === 'received') return settleLink(deps, id)
  // What was sent by somebody who died may have been heard: no first no is the last word any more.
  await empty(deps, { ...link, state: 'unknown' })
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
