import { drawSector } from '@kapao/contract/fair/draw'
import type { WalletCurrency } from '@kapao/contract/limits'
import type { Clock } from '#core/clock.ts'
import type { Db } from '#core/db/db.ts'
import type { Ids } from '#core/ids.ts'
import { accountBook } from '#ledger/accounts.ts'
import { postAll } from '#ledger/post.ts'
import { defineWheel, switchWheel } from '#rewards/spinwheel/define.ts'
import { showWheel } from '#rewards/spinwheel/setup.ts'
import { hmac, spin } from '#rewards/spinwheel/spin.ts'
import { findOpenSeed } from '#rewards/spinwheel/store.ts'
import { listWheels, type Wheel } from '#rewards/spinwheel/wheel-store.ts'

type SeedTools = { clock: Clock; ids: Ids }

const act = { actor: 'system:seed', requestId: 'seed' } as const
const coinsGiven = 6n
const searchesMax = 10_000
const couponDays = 30

type DemoSlice = [code: string, weight: number, colours: [string, string], prize: string | null]

const deep = '#1d2b53'
const gold = '#f5b83d'
const dark = '#2b1d00'

/** Amounts in baht; in kip they are 500 times as high. */
const demoSlices: readonly DemoSlice[] = [
  ['jackpot', 1, [gold, dark], '500'],
  ['again-1', 24, [deep, '#ffffff'], null],
  ['twenty', 12, ['#0f766e', '#ffffff'], '20'],
  ['coins', 10, ['#7c3aed', '#ffffff'], 'coins'],
  ['five', 18, ['#b45309', '#ffffff'], '5'],
  ['again-2', 22, [deep, '#ffffff'], null],
  ['hundred', 3, ['#be123c', '#ffffff'], '100'],
  ['ten', 10, ['#0369a1', '#ffffff'], '10'],
]

/** A wheel, with coins to spin it and one prize to claim; an existing wheel stays as it is. */
export async function openDemoWheel(
  db: Db,
  { clock, ids }: SeedTools,
  { memberId, currency }: { memberId: string; currency: WalletCurrency },
): Promise<void> {
  const known = await listWheels(db, 1)
  if (known.length > 0) return
  const definition = definitionFor(currency)
  const wheel = await defineWheel({ db, clock }, { ...act, code: 'demo', definition })
  await switchWheel({ db, clock }, { ...act, currency, wheel })

  const accounts = accountBook(db)
  const [credit] = await accounts.find(memberId, [['coin', '']])
  const debit = await accounts.house('coin', '', 'COIN')
  const money = { amount: coinsGiven, currency: 'COIN' } as const
  await db.begin((tx) =>
    postAll(tx, clock.now(), [
      { idem: ids.key(), debit, credit: credit!, money, kind: 'coin_grant' },
    ]),
  )
  await winOnce(db, { clock, ids }, { memberId, wheel })
}

/** The commitment is ours, so a client seed of the member that wins can be searched for: an honest, selected spin. */
async function winOnce(
  db: Db,
  around: SeedTools,
  { memberId, wheel }: { memberId: string; wheel: Wheel },
): Promise<void> {
  const deps = {
    ...around,
    db,
    accounts: accountBook(db),
    log: console,
    push: () => undefined,
    readSettings: async () => ({ 'spin.couponDays': couponDays, 'spin.prizeTurnover': '0' }),
    failpoint: async () => undefined,
  }
  const caller = { key: null, requestId: act.requestId, language: null }
  await showWheel(deps, memberId, null)
  const seed = (await findOpenSeed(db, memberId))!
  for (let turn = 0; turn < searchesMax; turn += 1) {
    const clientSeed = `demo-${turn}`
    const drawn = { serverSeed: seed.secret, clientSeed, nonce: 0 }
    if (wheel.slices[drawSector(wheel.slices, drawn, hmac)]!.code !== 'twenty') continue
    await spin(deps, { ...caller, memberId }, { clientSeed })
    break
  }
}

const words = {
  name: { th: 'วงล้อกระเป๋า', la: 'ວົງລໍ້ກະເປົາ', en: 'The wallet wheel' },
  again: { th: 'ลองใหม่', la: 'ລອງໃໝ່', en: 'Try again' },
  coins: { th: '3\u00A0เหรียญ', la: '3\u00A0ຫຼຽນ', en: '3 coins' },
  units: {
    BAHT: { th: 'บาท', la: 'ບາດ', en: 'baht' },
    LAK: { th: 'กีบ', la: 'ກີບ', en: 'kip' },
  },
}
const kipOfBaht = 500
const coinsOfPrize = '3'

function definitionFor(currency: WalletCurrency) {
  const worth = (baht: string) => (currency === 'LAK' ? Number(baht) * kipOfBaht : Number(baht))
  const slices = demoSlices.map(([code, weight, [bgColor, textColor], prize]) => {
    const look = { code, weight, bgColor, textColor }
    if (prize === null) return { ...look, label: words.again, description: null, prize: null }
    if (prize === 'coins')
      return {
        ...look,
        label: words.coins,
        description: null,
        prize: { amount: coinsOfPrize, currency: 'COIN' },
      }
    const amount = worth(prize)
    const sum = amount.toLocaleString('en-US')
    const inEach = (write: (unit: string) => string) => {
      const { th, la, en } = words.units[currency]
      return { th: write(th), la: write(la), en: write(en) }
    }
    return {
      ...look,
      label: inEach((unit) => `${sum} ${unit}`),
      description: inEach((unit) => `<p><b>${sum} ${unit}</b></p>`),
      prize: { amount: String(amount), currency },
    }
  })
  const tickets = slices.reduce((sum, { weight }) => sum + weight, 0)
  return { name: words.name, currency, tickets, slices }
}
