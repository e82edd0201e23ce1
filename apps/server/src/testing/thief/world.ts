import { dayMs } from '@kapao/contract/times'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { anyWheel } from '../worlds/any-wheel.ts'
import { bankMessages, type BankMessages } from '../doubles/bank-messages.ts'
import type { Player } from '../worlds/game-world.ts'
import { openLossWorld, type LossWorld } from '../worlds/loss-world.ts'
import { openTerminals, type Terminals } from '../operators/terminals.ts'
import { receivingWallet } from '../worlds/pay-world.ts'
import { openCasino, playedGames, type Casino } from './casino.ts'
import type { Chance } from './chance.ts'
import { addSeats } from './judge-operators.ts'
import type { Finding } from './oracle.ts'

/** A member of the model; what banks know of them does not change. */
export type Member = Player & {
  called: string
  phone: string
  bankName: string
  bankAccountNo: string
  invitedBy: string | null
}

/** What one operator moved alone, in satang. */
type SoloAct = { memberId: string; amount: bigint }

export type ThiefWorld = LossWorld & {
  chance: Chance
  casino: Casino
  bank: BankMessages
  terminals: Terminals
  members: Member[]
  /** The member of each gateway reference. */
  codes: Map<string, string>
  alone: SoloAct[]
  /** What a scene has seen that may not happen. */
  noticed: Finding[]
}

export const ours = { bankCode: 'KBANK', bankAccountNo: '1112223334' } as const
export const gateway = 'ZPAY' as const
export const prize = 20
export const operator = 'nok'

const accounts = [
  { ...ours, bankType: 'bank' as const },
  { bankCode: gateway, bankType: 'PAYMENT' as const, bankAccountNo: '9998887776' },
].map((one) => ({
  ...one,
  mode: 'AUTO' as const,
  bank: { nameTH: one.bankCode, nameEN: one.bankCode },
  bankAccountName: 'KAPAO DEMO CO LTD',
  currency: 'BAHT' as const,
}))

/** Each is invited by the one before in pairs: even ones came without an invitation. */
const people = [
  'SOMCHAI JAIDEE',
  'MALEE SUKJAI',
  'NOK THONGDEE',
  'PREECHA BOONMEE',
  'DAENG RUNGRUANG',
  'WANIDA SAELIM',
]
/** The setup is over a week after it. */
const setupHours = 8 * 24

/** An operator's platform with members who are paid automatically up to 2,000, and its whole outside world. */
export async function openThiefWorld(chance: Chance): Promise<ThiefWorld> {
  const base = await openLossWorld()
  const { database, clock } = base
  await base.set('deposit.accounts', accounts)
  await base.set('deposit.wallets', [{ ...receivingWallet, mode: 'AUTO', currency: 'BAHT' }])
  await base.set('refund.period', 'day')
  await base.set('slip.closeTo', '23:00')
  await definePromises(base)
  const terminals = openTerminals({ database, clock })
  await terminals.add(operator, null)
  await addSeats(terminals)
  const members: Member[] = []
  for (const [at, bankName] of people.entries())
    members.push(await addPerson(base, { at, bankName, inviter: at % 2 ? members[at - 1]! : null }))
  await base.runJobs()
  await terminals.passHours(setupHours)
  // No member is new any more: their transfers are younger than their bank details.
  await base.passTime(dayMs + 60_000)
  await base.runJobs()
  return {
    ...base,
    chance,
    casino: openCasino(base),
    bank: bankMessages(base),
    terminals,
    members,
    codes: new Map(),
    alone: [],
    noticed: [],
  }
}

type Person = { at: number; bankName: string; inviter: Member | null }

async function addPerson(world: LossWorld, { at, bankName, inviter }: Person): Promise<Member> {
  const [name = ''] = bankName.split(' ')
  const phone = `08123400${String(at).padStart(2, '0')}`
  const bankAccountNo = `70${at}${at}55${at}${at}4${at}`
  const player = await world.addPlayer(0n, playedGames, {
    name,
    username: phone,
    bankCode: 'SCB',
    bankAccountName: bankName,
    bankAccountNo,
    ...(inviter && { inviteCode: `PR${inviter.id}` }),
  })
  return { ...player, called: name, phone, bankName, bankAccountNo, invitedBy: inviter?.id ?? null }
}

export const campaigns = {
  WEEKEND: { timesMax: 9, amountMax: 50_000n, shareMax: 20n },
  SLOTS: { timesMax: 9, amountMax: 10_000n },
  KAPAO: { timesMax: 1, amountMax: 5_000n },
}

async function definePromises(world: LossWorld): Promise<void> {
  await world.defineBonus('WEEKEND', {
    maxReceived: campaigns.WEEKEND.timesMax,
    terms: { percentFail: 50, gives: { of: 'deposit', percent: 20, max: { BAHT: '500' } } },
  })
  await world.defineBonus('SLOTS', {
    maxReceived: campaigns.SLOTS.timesMax,
    terms: { kind: 'turnover', base: 'bonus', factor: '10', contributions: { sport: 50 } },
  })
  await world.definePromotion('KAPAO', {
    terms: { factor: '3', gives: { of: 'amount', amount: { BAHT: '50' } } },
  })
  const act = { actor: 'operator:test', requestId: 'test' } as const
  const look = { bgColor: '#112233', textColor: '#ffffff', description: null }
  const slices = [
    {
      ...look,
      code: 'won',
      label: 'Won',
      weight: 1,
      prize: { amount: `${prize}.00`, currency: 'BAHT' },
    },
    { ...look, code: 'not', label: 'Not', weight: 1 },
  ]
  const deps = { db: world.database.db, clock: world.clock }
  const definition = anyWheel({ name: 'Model', slices })
  const wheel = await defineWheel(deps, { ...act, code: 'model', definition })
  await switchWheel(deps, { ...act, currency: 'BAHT', wheel })
}
