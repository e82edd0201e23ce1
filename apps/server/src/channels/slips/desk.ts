import type { Panel } from '@kapao/contract/console/work'
import * as facts from '#core/console/work/facts.ts'
import type { Queryable } from '#core/db/db.ts'
import type { Links } from '#core/uploads/signed-link.ts'
import { listSlipsById, type Slip } from './store.ts'

/** Signs the addresses of pictures, for a few minutes. */
export type PictureLinks = Pick<Links, 'make'>

/** What each of these slips shows, beside what its bank has said of it. */
export async function readSlips(
  on: Queryable,
  ids: readonly string[],
  links: PictureLinks,
): Promise<Panel[]> {
  return (await listSlipsById(on, ids)).map((slip) => panelOf(slip, links))
}

function panelOf(slip: Slip, links: PictureLinks): Panel {
  const { memberId, picture, bank, transRef, amount, currency, arrival } = slip
  const address = picture && links.make({ folder: 'slips', file: picture, owner: memberId })
  return facts.panelOf(
    'slip',
    facts.picture('picture', address),
    facts.member('claimedBy', memberId),
    facts.text('number', slip.reference),
    facts.code('state', slip.state),
    facts.time('uploadedAt', slip.uploadedAt),
    facts.text('slipBank', bank),
    facts.text('slipCode', transRef),
    facts.money('amount', amount === null ? null : { amount, currency }),
    facts.code('bankSays', arrival ? 'shown' : null),
    facts.account('cameTo', arrival?.party),
    facts.time('paidAt', arrival && new Date(arrival.paidAt)),
    facts.text('payerBank', arrival?.payer.bank),
    facts.account('payerAccount', arrival?.payer.account),
    facts.personName('payerName', arrival?.payer.name),
    facts.word('slip', 'slipReason', slip.note),
    facts.technical('why', slip.why),
  )
}
