import { expect, test } from 'vitest'
import { openSandbox } from '../testing/open-sandbox.ts'

type BankMessage = { from: string; body: string; state: string }
type Statement = { balance: string; lines: { reference: string; amount: string }[] }

test('a payment raises the balance and is known to the statement and the slip service', async () => {
  const sandbox = await openSandbox()
  const paid = await sandbox.control('POST', '/bank/pay', { amount: '500.25', times: 2 })
  expect(paid.status).toBe(200)
  const account = (await sandbox.control('GET', '/bank/accounts/KBANK/1112223334'))
    .body as Statement
  expect(account.balance).toBe('1000.50')
  expect(new Set(account.lines.map(({ reference }) => reference)).size).toBe(2)
  const known = (await sandbox.control('GET', '/slips/transfers')).body as { reference: string }[]
  expect(known.map(({ reference }) => reference).toSorted()).toEqual(
    account.lines.map(({ reference }) => reference).toSorted(),
  )
})

test('each account reports in its own way, or not at all', async () => {
  const sandbox = await openSandbox()
  const to = { KBANK: '1112223334', SCB: '2223334445', GSB: '020333444555' }
  for (const [toBank, toAccount] of Object.entries(to))
    await sandbox.control('POST', '/bank/pay', { toBank, toAccount })
  const messages = (await sandbox.control('GET', '/messages')).body as BankMessage[]
  expect(messages.map(({ from }) => from).toSorted()).toEqual(['bank.feed', 'bank.sms'])
})

test('KBANK writes the Buddhist year, SCB none, and the Lao bank in kip', async () => {
  const sandbox = await openSandbox()
  const textOf = async (toBank: string, toAccount: string, currency = 'BAHT') => {
    await sandbox.control('POST', '/bank/pay', {
      toBank,
      toAccount,
      currency,
      amount: '1234',
      tell: 'sms',
    })
    const [message] = (await sandbox.control('GET', '/messages')).body as BankMessage[]
    return (JSON.parse(message!.body) as { text: string }).text
  }
  expect(await textOf('KBANK', '1112223334')).toBe(
    '15/01/69 10:00 บช X-3334 รับโอนจาก X-567890 1,234.00 คงเหลือ 1,234.00 บ.',
  )
  expect(await textOf('SCB', '2223334445')).toBe('15/01@10:00 1,234.00 จากKBNK/x567890 เข้าx334445')
  expect(await textOf('BCEL', '1601110001234567', 'LAK')).toBe(
    'BCEL: 15/01 10:00 ເງິນເຂົ້າ 1,234 LAK ບັນຊີ xxx4567 ຈາກ xxx567890',
  )
})

test('the statement needs the key and is served page by page', async () => {
  const sandbox = await openSandbox()
  for (let turn = 0; turn < 3; turn += 1)
    await sandbox.control('POST', '/bank/pay', { times: 50, tell: 'nothing' })
  const address = `${sandbox.url}/bank/v1/accounts/KBANK/1112223334/statement`
  const time = 'from=2026-01-15T02:00:00Z&to=2026-01-15T04:00:00Z'
  expect((await fetch(`${address}?${time}`)).status).toBe(401)
  const headers = { authorization: 'Bearer sandbox-statement-key' }
  const read = async (next: string) =>
    (await (await fetch(`${address}?${time}${next}`, { headers })).json()) as {
      lines: unknown[]
      next: string | null
    }
  const first = await read('')
  expect(first).toMatchObject({ next: '100' })
  expect([first.lines.length, (await read('&next=100')).lines.length]).toEqual([100, 50])
})
