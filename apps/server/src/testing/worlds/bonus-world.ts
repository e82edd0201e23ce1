import type { RewardTerms } from '@kapao/contract/bonus'
import { listEntries } from '../database/list-entries.ts'
import { accountBook } from '#ledger/accounts.ts'
import { saveCampaign, type Campaign } from '#money/bonus/campaign-store.ts'
import { saveCode, type PromotionCode } from '#rewards/promotion/store.ts'
import { listRows, type StatementRow } from '#records/statement/store.ts'
import type { Config } from '#context/config.ts'
import { openGameWorld, type GameWorld, type Player } from './game-world.ts'

export type BonusWorld = GameWorld & BonusTools

type BonusTools = {
  defineBonus: (code: string, given?: GivenBonus) => Promise<void>
  definePromotion: (code: string, given?: GivenPromotion) => Promise<void>
  rowsOf: (player: Player) => Promise<StatementRow[]>
  /** What the operator has given for a campaign so far, in satang. */
  givenFor: (kind: 'bonus' | 'promotion', code: string) => Promise<number[]>
  /** What the operator has received from members who gave up a bonus. */
  forfeited: () => Promise<number>
}

type GivenBonus = Partial<Omit<Campaign, 'terms'>> & { terms?: Partial<RewardTerms> }
type GivenPromotion = Partial<Omit<PromotionCode, 'terms'>> & { terms?: Partial<RewardTerms> }

/** 100 baht, a target of five times the balance, and an end below ten baht. */
export const usualTerms: RewardTerms = {
  kind: 'balance',
  base: 'deposit and bonus',
  factor: '5',
  percentFail: 20,
  gives: { of: 'amount', amount: { BAHT: '100' } },
  endAmount: { BAHT: '10' },
  withdrawMax: null,
  contributions: {},
}

export async function openBonusWorld(config: Partial<Config> = {}): Promise<BonusWorld> {
  return withBonuses(await openGameWorld(config))
}

/** Adds operators' acts on bonuses to a world. */
export function withBonuses<World extends GameWorld>(world: World): World & BonusTools {
  const { db } = world.database
  return {
    ...world,
    defineBonus: (code, { terms, ...given } = {}) =>
      db.begin((tx) =>
        saveCampaign(
          tx,
          {
            code,
            type: 'limit',
            maxReceived: 1,
            quota: null,
            terms: { ...usualTerms, ...terms },
            banners: {
              th: [],
              la: [],
              en: [{ image: '/pictures/x.webp', html: `<p>${code}</p>` }],
            },
            isOn: true,
            startsAt: null,
            endsAt: null,
            ...given,
          },
          world.clock.now(),
        ),
      ),
    definePromotion: (code, { terms, ...given } = {}) =>
      db.begin((tx) =>
        saveCode(
          tx,
          {
            code,
            description: { th: 'โค้ด', la: 'ໂຄດ', en: `<p>About ${code}</p>` },
            quota: null,
            terms: { ...usualTerms, ...terms },
            isOn: true,
            startsAt: null,
            endsAt: null,
            ...given,
          },
          world.clock.now(),
        ),
      ),
    rowsOf: async (player) => (await listRows(db, player.id, { page: 1, limit: 50 })).rows,
    givenFor: async (kind, code) => {
      const house = await accountBook(db).house(kind, code, 'BAHT')
      const { entries } = await listEntries(db, house, { page: 1, limit: 100 })
      return entries.map(({ amount }) => Number(-amount))
    },
    forfeited: async () => {
      const [row] = await db.query<{ sum: bigint }>(
        `select coalesce(sum(balance), 0)::bigint as sum from ledger_account where kind = 'forfeit' and owner is null`,
      )
      return Number(row!.sum)
    },
  }
}
