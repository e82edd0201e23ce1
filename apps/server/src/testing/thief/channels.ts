import { createHmac } from 'node:crypto'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { systemIds } from '#core/ids.ts'
import { listBalances, walletOf as walletIn } from '#ledger/read.ts'
import { receivingWallet, type SandboxCode } from '../worlds/pay-world.ts'
import { gateway, ours, type Member, type ThiefWorld } from './world.ts'

export const doors = ['feed', 'sms', 'both', 'slip', 'code', 'envelope'] as const
export type Door = (typeof doors)[number]

const webhookSecret = 'sandbox-webhook-secret'
const pollMs = 20
const pollsMax = 100

/** Polls until something holds or two seconds are over; the outside world takes a moment. */
export async function settles(holds: () => Promise<boolean>): Promise<boolean> {
  for (let turn = 0; turn < pollsMax; turn += 1) {
    if (await holds()) return true
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return false
}

export async function walletOf({ database }: ThiefWorld, { id }: Member): Promise<bigint> {
  const all = await listBalances(database.db, id)
  return walletIn(all)!.money.amount
}

/** Brings real money in, in whole baht, and waits until its messages are processed. */
export async function bring(
  world: ThiefWorld,
  who: Member,
  { baht, door }: { baht: number; door: Door },
): Promise<void> {
  const before = await walletOf(world, who)
  if (door === 'slip') await showSlip(world, who, await transfer(world, who, baht))
  else if (door === 'code') await payCode(world, who, baht)
  else if (door === 'envelope') await redeem(world, who, baht)
  else await payByBank(world, who, { amount: `${baht}.00`, tell: door })
  await settles(async () => (await walletOf(world, who)) !== before)
}

async function payByBank(
  { sandbox }: ThiefWorld,
  who: Member,
  fields: Record<string, unknown>,
): Promise<void> {
  await sandbox.control('POST', '/bank/pay', {
    fromBank: 'SCB',
    fromAccount: who.bankAccountNo,
    fromName: who.bankName,
    toBank: ours.bankCode,
    toAccount: ours.bankAccountNo,
    ...fields,
  })
  await allDelivered(sandbox)
}

export async function allDelivered(sandbox: ThiefWorld['sandbox']): Promise<void> {
  await settles(async () => {
    const messages = await sandbox.control<{ state: string }[]>('GET', '/messages')
    return messages.every(({ state }) => state !== 'waiting')
  })
}

/** A transfer that the banks know and that was not reported yet; returns its reference. */
export async function transfer(
  { sandbox }: ThiefWorld,
  who: Member,
  baht: number,
): Promise<string> {
  const made = await sandbox.control<{ reference: string }>('POST', '/slips/transfers', {
    fromBank: 'SCB',
    fromAccount: who.bankAccountNo,
    fromName: who.bankName,
    toBank: ours.bankCode,
    toAccount: ours.bankAccountNo,
    amount: `${baht}.00`,
  })
  return made.reference
}

export async function showSlip(
  { sandbox, address, database, clock }: ThiefWorld,
  who: Member,
  reference: string,
): Promise<void> {
  const path = `/slips/pictures/${reference}/plain?seed=0`
  const { type, base64 } = await sandbox.control<{ type: string; base64: string }>('GET', path)
  const form = new FormData()
  form.set('bankCode', ours.bankCode)
  form.set('amount', '1')
  form.set('file', new Blob([new Uint8Array(Buffer.from(base64, 'base64'))], { type }), 'slip.png')
  await fetch(`${address}/api/wallet/slip`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}`, 'x-client': 'wallet-user' },
  })
  await settles(async () => {
    const [row] = await database.db.query<{ busy: bigint }>(
      `select count(*) as busy from slips_slip
       where member_id = $1 and state in ('waiting', 'paying') and (why is null or next_at <= $2)`,
      [who.id, clock.now()],
    )
    return row!.busy === 0n
  })
}

/** The SMS of a transfer to one of our accounts, with the bank's own time. */
export async function reportBySms(
  { bank }: Pick<ThiefWorld, 'bank'>,
  who: Member,
  baht: number,
): Promise<void> {
  const text = `${bank.kbankTime()} บช X-3334 รับโอนจาก X-${who.bankAccountNo.slice(-6)} ${baht}.00 คงเหลือ 9,999.00 บ.`
  await bank.sms(ours.bankCode, text)
}

/** Orders a code of the member's own; returns its reference, or null where one exists already. */
export async function order(world: ThiefWorld, who: Member, baht: number): Promise<string | null> {
  const made = await who.call(`POST /api/qrcode/${gateway}`, { body: { amount: baht } })
  if (made.status !== 200) return null
  const codes = await world.sandbox.control<SandboxCode[]>('GET', `/gateways/${gateway}/codes`)
  const { reference } = codes[0]!
  world.codes.set(reference, who.id)
  return reference
}

async function payCode(world: ThiefWorld, who: Member, baht: number): Promise<void> {
  const reference = await order(world, who, baht)
  if (reference === null) return
  await world.sandbox.control('POST', `/gateways/${gateway}/pay`, { reference })
  await allDelivered(world.sandbox)
}

/** A forged payment message by a holder of a gateway's secret. */
export async function forge(
  { address, clock }: Pick<ThiefWorld, 'address' | 'clock'>,
  { reference, baht, at }: { reference: string; baht: number; at: Date },
): Promise<number> {
  const body = JSON.stringify({
    refId: reference,
    transactionId: systemIds.key(),
    amount: baht,
    status: 'PAID',
    successAt: at.toISOString(),
  })
  const id = systemIds.key()
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  const signature = createHmac('sha256', webhookSecret)
    .update(`${id}.${timestamp}.${body}`)
    .digest('hex')
  const headers = { 'x-event-id': id, 'x-timestamp': timestamp, 'x-signature': signature }
  const reply = await fetch(`${address}/webhooks/gateways/${gateway}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return reply.status
}

async function redeem({ sandbox }: ThiefWorld, who: Member, baht: number): Promise<void> {
  const filled = { amount: String(baht), ownerMobile: who.phone, ownerName: who.bankName }
  const { link } = await sandbox.control<{ link: string }>('POST', '/giftlink/vouchers', filled)
  const { body } = await who.call('GET /api/lookup/deposit')
  const key = await importJWK(body.giftLinkKey as JWK, 'RSA-OAEP-256')
  const text = `${link}::${receivingWallet.walletAccountName}`
  const sealed = await new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: body.giftLinkKey.kid })
    .encrypt(key)
  await who.call('POST /api/wallet/truelink', { body: { link: sealed } })
}
