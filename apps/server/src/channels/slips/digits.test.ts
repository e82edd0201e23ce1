import { expect, test } from 'vitest'
import { hourMs } from '@kapao/contract/times'
import { openSlipWorld, type Payer } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)

/** An unwatched account, whose phone may send an SMS all the same. */
const unwatched = { toBank: 'SCB', toAccount: '4445556667' }
const malee = { fromBank: 'KBANK', fromAccount: '7776543210', fromName: 'MALEE RAKDEE' }

const show = async (who: Payer, reference: string) => {
  await world.upload(who, await world.picture({ reference, amount: '', code: '' }))
  return world.settled(who)
}
const heldOf = (amount: number) =>
  world.database.db.query<{ why: string; account: string; member: string | null }>(
    `select why, payer_account as account, member_id as member from deposits_deposit where amount = $1 and state = 'suspended'`,
    [amount * 100],
  )
/** The SMS shows the end of the payer's account, which the slip hides. */
const reportBySms = async (amount: number, known: number): Promise<void> => {
  const local = new Date(world.clock.now().getTime() + 7 * hourMs).toISOString()
  const [, month, day] = local.slice(0, 10).split('-')
  const text = `${day}/${month}@${local.slice(11, 16)} ${amount}.00 จากKBNK/x3210 เข้าx556667`
  await world.sandbox.control('POST', '/bank/text', { sender: 'SCB', text })
  await expect.poll(async () => (await heldOf(amount)).length).toBe(1)
  const reports = () => world.database.db.query(`select from deposits_report where channel = 'sms'`)
  await expect.poll(async () => (await reports()).length).toBe(known)
}

test.each([
  ['before', 9700],
  ['after', 9701],
])(
  "F26 the payer's digits from an SMS still count when somebody's slip shows other digits: SMS %s",
  { tags: 'long-3' },
  async (when, amount) => {
    // The slip shows `xxx-x-x4321-x`, which matches the thief too; the bank reported that the account ends with 3210.
    const thief = await world.addPayer({
      bankCode: 'KBANK',
      bankAccountName: 'MALEE RAKDEE',
      bankAccountNo: `99${amount - 9700}6543219`,
    })
    const accomplice = await world.addPayer()
    const paid = { ...malee, ...unwatched, amount: String(amount) }
    const { reference } = await world.transfer(thief, paid)
    const known = amount - 9699
    if (when === 'before') await reportBySms(amount, known)
    expect(await show(accomplice, reference)).toMatchObject({ note: 'NOT_MATCH' })
    if (when === 'after') await reportBySms(amount, known)
    expect(await heldOf(amount)).toMatchObject([{ why: 'unknown-payer', account: '43210' }])
    expect(await show(thief, reference)).toMatchObject({ status: 'PENDING' })
    expect(await world.balanceOf(thief)).toBe(0n)
    expect(await heldOf(amount)).toMatchObject([
      { why: 'review', account: '43210', member: thief.id },
    ])
  },
)
