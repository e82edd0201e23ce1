import { listBalances, walletOf } from '#ledger/read.ts'
import { verifyLedger } from '#ledger/verify.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import {
  makeOld,
  openMemberWorld,
  type MemberWorld,
  type RegisteredMember,
} from './member-world.ts'
import type { Answer } from './test-app.ts'

export type Payer = RegisteredMember & { token: string }
export type Picture = { type: string; bytes: Uint8Array<ArrayBuffer> }
export type Transfer = { reference: string; amount: string; code: string }

export type SlipWorld = MemberWorld & {
  /** A member whose bank details are a day old, so that every transfer of the tests is younger. */
  addPayer: (given?: Partial<RegisteredMember>) => Promise<Payer>
  /** Registers a transfer at the banks, by default from this member to our first account. */
  transfer: (from: Payer, more?: Record<string, unknown>) => Promise<Transfer>
  picture: (transfer: Transfer, variant?: string, seed?: number) => Promise<Picture>
  upload: (who: Payer, file: Picture | null, address?: string) => Promise<Answer>
  /** The newest slips of a member, as their page shows them. */
  slips: (who: Payer, page?: object) => Promise<{ total: number; slips: ShownSlip[] }>
  /** Waits until no slip is due any more, as the worker would; returns the member's newest slip. */
  settled: (who: Payer) => Promise<ShownSlip>
  passTime: (ms: number) => Promise<void>
  balanceOf: (who: Payer) => Promise<bigint>
  violations: () => Promise<unknown[]>
}

export type ShownSlip = {
  reference: string
  createdAt: string
  amount: number | null
  currency: string
  status: string
  note: string | null
  link: string | null
}

export const ourAccount = {
  bankCode: 'KBANK',
  bankType: 'bank',
  mode: 'AUTO',
  bank: { nameTH: 'ธนาคารกสิกรไทย', nameEN: 'Kasikornbank' },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
} as const
const scb = { ...ourAccount, bankCode: 'SCB', mode: 'manual', bankAccountNo: '4445556667' } as const
const bcel = {
  ...ourAccount,
  bankCode: 'BCEL',
  mode: 'manual',
  bankAccountNo: '1601110001234567',
  currency: 'LAK',
} as const

/** A world with members who pay into our accounts and have slips to show. */
export async function openSlipWorld(
  config: Parameters<typeof openMemberWorld>[0] = {},
): Promise<SlipWorld> {
  const world = await openMemberWorld(config)
  const { database, sandbox, clock } = world
  const syncTime = () => sandbox.control('POST', '/clock', { at: clock.now().toISOString() })
  await world.set('deposit.accounts', [ourAccount, scb, bcel])
  await syncTime()

  const slips: SlipWorld['slips'] = async (who, page = { page: 1, limit: 10 }) =>
    (await world.call('POST /api/statement/slip', { token: who.token, body: page })).body
  const waiting = async (who: Payer) => {
    const [row] = await database.db.query<{ due: bigint }>(
      `select count(*) as due from slips_slip where member_id = $1 and state in ('waiting', 'paying') and next_at <= $2`,
      [who.id, clock.now()],
    )
    const [busy] = await database.db.query<{ busy: bigint }>(
      `select count(*) as busy from slips_slip
       where member_id = $1 and state in ('waiting', 'paying') and why is null`,
      [who.id],
    )
    return row!.due > 0n || busy!.busy > 0n
  }
  return {
    ...world,
    addPayer: async (given = {}) => {
      const member = await world.addMember(given)
      await makeOld(world, member.id)
      return { ...member, token: await world.login(member.username, member.password) }
    },
    transfer: (from, more = {}) =>
      sandbox.control('POST', '/slips/transfers', {
        fromBank: from.bankCode,
        fromAccount: from.bankAccountNo,
        fromName: from.bankAccountName,
        toBank: ourAccount.bankCode,
        toAccount: ourAccount.bankAccountNo,
        toName: ourAccount.bankAccountName,
        ...more,
      }),
    picture: async ({ reference }, variant = 'plain', seed = 0) => {
      const path = `/slips/pictures/${reference}/${variant}?seed=${seed}`
      const { type, base64 } = await sandbox.control<{ type: string; base64: string }>('GET', path)
      return { type, bytes: new Uint8Array(Buffer.from(base64, 'base64')) }
    },
    upload: (who, file, address = world.address) => upload(address, who, file),
    slips,
    settled: async (who) => {
      const until = performance.now() + 15_000
      while (performance.now() < until && (await waiting(who)))
        await new Promise((resolve) => setTimeout(resolve, 40))
      return (await slips(who)).slips[0]!
    },
    passTime: async (ms) => {
      clock.moveMs(ms)
      await syncTime()
    },
    balanceOf: async (who) => {
      const all = await listBalances(database.db, who.id)
      return walletOf(all)!.money.amount
    },
    violations: async () =>
      (await verifyLedger(database.db, { full: true, checks: ledgerChecks })).violations,
  }
}

async function upload(address: string, who: Payer, file: Picture | null): Promise<Answer> {
  const form = new FormData()
  form.set('bankCode', 'KBANK')
  form.set('amount', '999999')
  if (file) form.set('file', new Blob([file.bytes], { type: file.type }), 'slip.png')
  const response = await fetch(`${address}/api/wallet/slip`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}`, 'x-client': 'wallet-user' },
  })
  const text = await response.text()
  const body = text === '' ? null : JSON.parse(text)
  return { status: response.status, body, text, headers: response.headers }
}
