import type { RewardKind } from '@kapao/contract/console/reward-words'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import { rewards } from '#desk/decisions/rewards/kinds.ts'
import { findActive } from '#rewards/spinwheel/wheel-store.ts'
import { usualTerms } from '../worlds/bonus-world.ts'
import type { Terminals } from './terminals.ts'

/** A bonus as an operator writes it: 100 baht, once. */
export const anyBonus = (more: object = {}) => ({
  type: 'limit',
  maxReceived: 1,
  quota: null,
  terms: usualTerms,
  startsAt: null,
  endsAt: null,
  banners: { th: [], la: [], en: [] },
  ...more,
})

/** A promotion code as an operator writes it. */
export const anyCode = (more: object = {}) => ({
  quota: null,
  terms: usualTerms,
  startsAt: null,
  endsAt: null,
  description: { th: '<p>ก</p>', la: '<p>ກ</p>', en: '<p>a</p>' },
  ...more,
})

type About = { kind: RewardKind; code: string }

/** Definitions and switches at an operator's terminal, on what is there now. */
export function rewardLines({
  kapao,
  db,
  clock,
}: Pick<Terminals, 'kapao'> & { db: Db; clock: Clock }) {
  const seenOf = async ({ kind, code }: About) =>
    (await rewards[kind].find(db, code))?.seen ?? 'none'
  const about = ({ kind, code }: About, seen: string) => [
    '--kind',
    kind,
    '--code',
    code,
    '--seen',
    seen,
  ]
  const activeOf = async () => String((await findActive(db, 'BAHT', clock.now()))?.wheel ?? 'none')
  return {
    define: async (name: string, one: About, definition: object) => {
      const line = ['rewards', 'save', ...about(one, await seenOf(one))]
      return kapao(name, ...line, '--definition', JSON.stringify(definition))
    },
    turn: async (name: string, one: About & { isOn: boolean }, more: readonly string[] = []) => {
      const seen = one.kind === 'wheel' ? await activeOf() : await seenOf(one)
      const line = ['rewards', 'switch', ...about(one, seen), '--isOn', one.isOn ? 'yes' : 'no']
      return kapao(name, ...line, ...more)
    },
  }
}
