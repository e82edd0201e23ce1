import { createHmac } from 'node:crypto'
import { systemIds } from '#core/ids.ts'
import type { PayWorld } from '../worlds/pay-world.ts'

export type ForgedPayment = {
  reference: string
  amount: string
  payment?: string
  paidAt?: Date
  payer?: { bankCode: string; accountNo: string }
  eventId?: string
}

/** Sends what a holder of a gateway's webhook secret could forge; returns the status. */
export async function forge(
  world: Pick<PayWorld, 'address' | 'clock'>,
  provider: string,
  { reference, amount, payment = systemIds.key(), payer, ...more }: ForgedPayment,
): Promise<number> {
  const { paidAt = world.clock.now(), eventId = systemIds.key() } = more
  const body = JSON.stringify({
    refId: reference,
    transactionId: payment,
    amount: Number(amount),
    status: 'PAID',
    successAt: paidAt.toISOString(),
    ...(payer ? { payer } : {}),
  })
  const timestamp = String(Math.floor(world.clock.now().getTime() / 1000))
  const signature = createHmac('sha256', 'sandbox-webhook-secret')
    .update(`${eventId}.${timestamp}.${body}`)
    .digest('hex')
  const reply = await fetch(`${world.address}/webhooks/gateways/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-event-id': eventId,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    body,
  })
  return reply.status
}
