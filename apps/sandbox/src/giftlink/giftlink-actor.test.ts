import { expect, test } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'

type Reply = { status: { code: string }; data: { my_ticket: { amount_baht: string } | null } }

const receiver = '0911111111'

async function openGifts() {
  const sandbox = await openSandbox()
  const issue = async (fields: Record<string, unknown>) =>
    (await sandbox.control('POST', '/giftlink/vouchers', fields)).body as { hash: string }
  const verify = async (hash: string, mobile = receiver) =>
    (await (
      await fetch(`${sandbox.url}/campaign/vouchers/${hash}/verify?mobile=${mobile}`)
    ).json()) as Reply
  const redeem = async (hash: string, mobile = receiver) =>
    (await (
      await fetch(`${sandbox.url}/campaign/vouchers/${hash}/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ mobile, voucher_hash: hash }),
      })
    ).json()) as Reply
  return { ...sandbox, issue, verify, redeem }
}

test('a wallet empties an envelope once, and the reply lists what each wallet has received', async () => {
  const { issue, verify, redeem } = await openGifts()
  const { hash } = await issue({ amount: '100', members: 3 })
  expect((await verify(hash)).data).toMatchObject({
    voucher: { amount_baht: '100.00', member: 3, status: 'active', available: 3 },
    owner_profile: { full_name: 'NOK ***', mobile_number: '081-xxx-5678' },
    my_ticket: null,
  })
  expect((await redeem(hash)).data.my_ticket).toMatchObject({ amount_baht: '33.33' })
  expect((await redeem(hash)).status.code).toBe('TARGET_USER_REDEEMED')
  expect((await verify(hash)).data.my_ticket).toMatchObject({ amount_baht: '33.33' })
  await redeem(hash, '0822222222')
  expect((await redeem(hash, '0833333333')).data.my_ticket).toMatchObject({ amount_baht: '33.34' })
  expect((await redeem(hash, '0844444444')).status.code).toBe('VOUCHER_OUT_OF_STOCK')
})

test('random shares are all above zero, and add up to the whole amount', async () => {
  const { issue, redeem, control } = await openGifts()
  const { hash } = await issue({ amount: '1.00', members: 20, type: 'R' })
  for (let n = 0; n < 20; n += 1) await redeem(hash, `08000000${String(n).padStart(2, '0')}`)
  const [voucher] = (await control('GET', '/giftlink/vouchers')).body as {
    tickets: { amount: string }[]
  }[]
  const shares = voucher!.tickets.map(({ amount }) => Math.round(Number(amount) * 100))
  expect(shares.reduce((sum, one) => sum + one, 0)).toBe(100)
  expect(Math.min(...shares)).toBeGreaterThan(0)
})

test('it refuses with its codes: own, expired, unknown, malformed, unknown wallet', async () => {
  const { issue, redeem, verify, control } = await openGifts()
  const own = await issue({ amount: '5', ownerMobile: receiver })
  expect((await redeem(own.hash)).status.code).toBe('CANNOT_GET_OWN_VOUCHER')
  const late = await issue({ amount: '5', lifeMinutes: -1 })
  expect((await redeem(late.hash)).status.code).toBe('VOUCHER_EXPIRED')
  expect((await redeem('0192450a0192450a')).status.code).toBe('VOUCHER_NOT_FOUND')
  expect((await verify('not-a-hash')).status.code).toBe('INTERNAL_ERROR')
  expect((await redeem(own.hash, '12')).status.code).toBe('BAD_PARAM')
  const { hash } = await issue({ amount: '5' })
  await control('POST', '/giftlink/forget', { mobile: receiver })
  expect((await redeem(hash)).status.code).toBe('TARGET_USER_NOT_FOUND')
})
