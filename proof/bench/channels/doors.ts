import { systemIds } from '../../../apps/server/src/core/ids.ts'
import { send } from '../../../apps/server/src/testing/worlds/test-app.ts'
import { house, type ChannelWorld, type Payer } from './world.ts'

/** One transfer, as the banks know it, before any channel has reported it. */
export type Transfer = {
  payer: Payer
  reference: string
  satang: bigint
  /** The channels that report it; each resolves when it has reported. */
  doors: readonly (() => Promise<unknown>)[]
}

/**
 * A transfer to the operator's account: the feed twice, the SMS, a picture of the slip, and the bank's own statement.
 */
export async function payToAccount(world: ChannelWorld, baht: number): Promise<Transfer> {
  const payer = await world.addPayer()
  const reference = await payAtBank(world, payer, `${baht}.00`)
  const upload = await slipUpload(world, payer, reference)
  const doors = [
    reportAs(world, reference, 'feed'),
    reportAs(world, reference, 'sms'),
    reportAs(world, reference, 'feed'),
    upload,
    () => world.runJobs(),
  ]
  return { payer, reference, satang: BigInt(baht) * 100n, doors }
}

/** A paid code: the gateway's hook twice, the gateway's query, the bank's feed and a picture of the slip. */
export async function payByCode(world: ChannelWorld, baht: number): Promise<Transfer> {
  const { sandbox, addresses } = world
  const payer = await world.addPayer()
  const headers = { 'idempotency-key': systemIds.key() }
  const ordered = await send(addresses[1], 'POST /api/qrcode/WW', {
    token: payer.token,
    body: { amount: baht },
    headers,
  })
  if (ordered.status !== 200) throw new Error(`no code: ${ordered.text}`)
  type Code = { reference: string; shown: string }
  const [code] = await sandbox.control<Code[]>('GET', '/gateways/WW/codes')
  const { shown } = code!
  const bankReference = await payAtBank(world, payer, shown)
  const upload = await slipUpload(world, payer, bankReference)
  const paid = { reference: code!.reference, bankReference }
  const doors = [
    () => sandbox.control('POST', '/gateways/WW/pay', paid),
    upload,
    reportAs(world, bankReference, 'feed'),
    () => resendHooks(world, code!.reference),
    () => world.runJobs(),
  ]
  return { payer, reference: bankReference, satang: BigInt(shown.replace('.', '')), doors }
}

async function payAtBank({ sandbox }: ChannelWorld, { accountNo }: Payer, amount: string) {
  const [line] = await sandbox.control<{ reference: string }[]>('POST', '/bank/pay', {
    fromBank: 'KBANK',
    fromAccount: accountNo,
    fromName: 'SOMCHAI JAIDEE',
    toBank: house.bankCode,
    toAccount: house.bankAccountNo,
    amount,
    tell: 'nothing',
  })
  return line!.reference
}

function reportAs({ sandbox }: ChannelWorld, reference: string, as: 'feed' | 'sms') {
  return () => sandbox.control('POST', '/bank/tell', { reference, as })
}

type Message = { id: number; body?: string }

/** Repeats the gateway's notifications of this code. */
async function resendHooks({ sandbox }: ChannelWorld, reference: string): Promise<void> {
  const messages = await sandbox.control<Message[]>('GET', '/messages?from=gateway')
  for (const message of messages.filter((one) => JSON.stringify(one).includes(reference)))
    await sandbox.control('POST', `/messages/${message.id}/again`, {})
}

/** Fetches the picture beforehand, so that the upload coincides with the other reports. */
async function slipUpload({ sandbox, addresses }: ChannelWorld, payer: Payer, reference: string) {
  const path = `/slips/pictures/${reference}/jpeg?seed=1`
  const { type, base64 } = await sandbox.control<{ type: string; base64: string }>('GET', path)
  const form = new FormData()
  form.set('bankCode', house.bankCode)
  form.set('amount', '1')
  form.set('file', new Blob([Buffer.from(base64, 'base64')], { type }), 'slip.jpg')
  return async () => {
    const answer = await fetch(`${addresses[1]}/api/wallet/slip`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${payer.token}`, 'x-client': 'wallet-user' },
    })
    if (!answer.ok) throw new Error(`the slip was refused: ${await answer.text()}`)
  }
}
