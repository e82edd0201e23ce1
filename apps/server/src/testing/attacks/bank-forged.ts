import { createHmac } from 'node:crypto'
import { systemIds } from '#core/ids.ts'
import type { BankWorld } from '../worlds/bank-world.ts'
import type { RegisteredMember } from '../worlds/member-world.ts'

export type ForgedLine = {
  amount: string
  reference?: string
  accountNo?: string
  occurredAt?: Date
  address?: string
}

type Signer = Pick<BankWorld, 'address' | 'clock'>

/** Sends what a holder of the feed's secret could forge: money of this member at our account. Returns the status. */
export function forgeFeed(
  world: Signer,
  member: RegisteredMember,
  { amount, reference = systemIds.key(), accountNo = '1112223334', ...rest }: ForgedLine,
): Promise<number> {
  const body = JSON.stringify({
    bank: 'KBANK',
    accountNo,
    direction: 'credit',
    amount,
    currency: 'THB',
    occurredAt: (rest.occurredAt ?? world.clock.now()).toISOString(),
    reference,
    from: {
      bank: member.bankCode,
      accountNo: member.bankAccountNo,
      name: member.bankAccountName,
    },
  })
  return send(world, { path: 'feed', secret: 'sandbox-feed-secret', body, address: rest.address })
}

/** The same for the phone with the bank's SMS. */
export function forgeSms(world: Signer, text: string): Promise<number> {
  const receivedAt = world.clock.now().toISOString()
  const body = JSON.stringify({ sender: text.split(':', 1)[0], text, receivedAt })
  return send(world, { path: 'sms', secret: 'sandbox-sms-secret', body })
}

async function send(
  { address, clock }: Signer,
  to: { path: string; secret: string; body: string; address?: string | undefined },
): Promise<number> {
  const eventId = systemIds.key()
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const signature = createHmac('sha256', to.secret).update(`${eventId}.${timestamp}.${to.body}`)
  const reply = await fetch(`${to.address ?? address}/webhooks/bank/${to.path}`, {
    method: 'POST',
    body: to.body,
    headers: {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-timestamp': timestamp,
      'x-signature': signature.digest('hex'),
    },
  })
  return reply.status
}
