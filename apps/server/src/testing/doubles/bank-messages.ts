import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { systemIds } from '#core/ids.ts'
import type { MemberWorld, RegisteredMember } from '../worlds/member-world.ts'

export type BankMessages = {
  /** A statement line, by default of now and of our first account; repeated with the same id it is the same line. */
  feed: (line: object, id?: string) => Promise<void>
  sms: (sender: string, text: string, id?: string) => Promise<void>
  /** The feed reports 1.00 from this member's account in full, whose digits are then enough in an SMS. */
  paidBefore: (who: RegisteredMember) => Promise<void>
  /** A feed's description of the payer. */
  fromOf: (who: RegisteredMember) => object
  /** The current time, as this bank's SMS write it. */
  kbankTime: () => string
  scbTime: () => string
}

const buddhistYears = 543

/** Messages of banks and phones, word for word: the sandbox's own messages are always complete. */
export function bankMessages({
  address,
  clock,
}: Pick<MemberWorld, 'address' | 'clock'>): BankMessages {
  const post = async (path: 'feed' | 'sms', fields: object, id: string = systemIds.key()) => {
    const body = JSON.stringify(fields)
    const at = String(Math.floor(clock.now().getTime() / 1_000))
    const signature = createHmac('sha256', `sandbox-${path}-secret`)
      .update(`${id}.${at}.${body}`)
      .digest('hex')
    const headers = { 'x-event-id': id, 'x-timestamp': at, 'x-signature': signature }
    const answer = await fetch(`${address}/webhooks/bank/${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect(answer.status).toBe(200)
  }
  const local = () => new Date(clock.now().getTime() + 7 * hourMs).toISOString()
  const dayOf = (text: string) => `${text.slice(8, 10)}/${text.slice(5, 7)}`
  const feed: BankMessages['feed'] = (line, id) => {
    const ours = { bank: 'KBANK', accountNo: '1112223334', currency: 'THB' }
    const usual = { ...ours, direction: 'credit', occurredAt: clock.now().toISOString() }
    return post('feed', { ...usual, ...line }, id)
  }
  const fromOf: BankMessages['fromOf'] = ({ bankCode, bankAccountNo, bankAccountName }) => ({
    bank: bankCode,
    accountNo: bankAccountNo,
    name: bankAccountName,
  })
  return {
    feed,
    paidBefore: (who) => feed({ amount: '1.00', from: fromOf(who) }),
    sms: (sender, text, id) =>
      post('sms', { sender, text, receivedAt: clock.now().toISOString() }, id),
    fromOf,
    kbankTime: () => {
      const year = String(Number(local().slice(0, 4)) + buddhistYears).slice(2)
      return `${dayOf(local())}/${year} ${local().slice(11, 16)}`
    },
    scbTime: () => `${dayOf(local())}@${local().slice(11, 16)}`,
  }
}
