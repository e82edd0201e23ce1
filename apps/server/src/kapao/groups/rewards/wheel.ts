import { textOfMoney } from '@kapao/contract/money'
import type { Db } from '#core/db/db.ts'
import { changesOf } from '#core/console/work/differences.ts'
import {
  givenByWheel,
  wheelDefining,
  type WheelDefinition,
} from '#desk/decisions/guarded/rewards.ts'
import { wheelSwitching, type WheelOn } from '#desk/decisions/guarded/switching.ts'
import { shownWheel } from '#desk/queues/kinds/change/reward-change.ts'
import { readSettings } from '#settings/read.ts'
import { costOf, oddsOf, wordsOfSectors } from '#rewards/spinwheel/cost.ts'
import { loadNamed, readDefinition, switchWheel, voidCoupon } from '#rewards/spinwheel/define.ts'
import { listCouponsOf } from '#rewards/spinwheel/store.ts'
import {
  findActiveWheelId,
  findWheelId,
  listWheels,
  loadWheel,
  type Wheel,
} from '#rewards/spinwheel/wheel-store.ts'
import { isKey } from '#core/ids.ts'
import type { Answer, Command, Group } from '../../command.ts'
import { wrongUsage } from '../../terminal/fault.ts'
import { listedMax, pairsOf, tableOf, textOfTime } from '../../terminal/print.ts'
import { readText, readVersion } from '../../terminal/typed.ts'
import { runOrRequest, type GuardedCommand } from '../second.ts'

const list: Command = {
  name: 'wheel list',
  args: [],
  about: 'Lists every version of every wheel, and which one members see.',
  options: {},
  examples: ['kapao wheel list'],
  right: 'rewards.see',
  run: async ({ db }) => {
    const wheels = await listWheels(db, listedMax)
    const rows = wheels.map((one) => [
      one.code,
      String(one.version),
      one.currency,
      one.isActive ? 'on' : '-',
      textOfTime(one.createdAt),
      one.createdBy,
      one.name,
    ])
    const head = ['WHEEL', 'VERSION', 'FOR', 'STATE', 'SINCE', 'BY', 'NAME']
    const text = rows.length === 0 ? 'There is no wheel yet.' : tableOf(head, rows)
    return { text, json: wheels }
  },
}

const version = { value: 'N', about: 'That version; the newest when left out.' }

const show: Command = {
  name: 'wheel show',
  args: ['WHEEL'],
  about:
    'Shows the sectors of a wheel with their true odds, what a spin costs on average, and what a coin is earned with.',
  options: { version },
  examples: ['kapao wheel show lucky', 'kapao wheel show lucky --version 2'],
  right: 'rewards.see',
  run: async ({ db }, typed) =>
    answerWheel(db, await loadNamed({ db }, typed.args[0]!, readVersion(typed, 'version'))),
}

const define: Command = {
  name: 'wheel define',
  args: ['WHEEL'],
  about: 'Adds a version of a wheel. Members do not see it before it is switched on.',
  options: { file: { value: 'FILE', about: 'The sectors as JSON; - is what is piped in.' } },
  examples: ['kapao wheel define lucky --file lucky.json'],
  right: 'rewards.change',
  run: async (cli, typed) => {
    const file = typed.text('file') ?? wrongUsage('Give --file FILE.')
    const what = { code: typed.args[0]!, json: await readText(file) }
    const { code, json } = what
    const next = readDefinition(json)
    const newest = await findWheelId(cli.db, code, null)
    const before = newest === null ? null : await loadWheel(cli.db, newest)
    const version = (before?.version ?? 0) + 1
    return runOrRequest(cli, wheelDefined, {
      subject: `wheel:${code}`,
      what,
      words: wordsOfWheel({ ...next, code, version }),
      changes: changesOf(shownWheel(before), shownWheel({ ...next, code, version })),
      // What it gives depends on how often it is spun, so no one defines one alone.
      gives: null,
    })
  },
}

function wordsOfWheel({
  code,
  version,
  slices,
}: Pick<Wheel, 'code' | 'version' | 'slices'>): string {
  return `wheel ${code}, version ${version}: ${wordsOfSectors(slices)}`
}

const wheelDefined: GuardedCommand<WheelDefinition, Wheel> = {
  guarded: wheelDefining,
  answer: ({ db }, _what, wheel) => answerWheel(db, wheel),
}

const on: Command = {
  name: 'wheel on',
  args: ['WHEEL'],
  about:
    'Members of its currency see this wheel from now on, in place of another. One that may cost more, or is not the newest, needs a second operator.',
  options: { version },
  examples: ['kapao wheel on lucky', 'kapao wheel on lucky --version 1'],
  right: 'rewards.change',
  run: async (cli, typed) => {
    const { db } = cli
    const wheel = await loadNamed({ db }, typed.args[0]!, readVersion(typed, 'version'))
    const { code, version, currency } = wheel
    const seen = await findActiveWheelId(db, currency)
    const now = seen === null ? null : await loadWheel(db, seen)
    return runOrRequest(cli, wheelSwitched, {
      subject: `wheel:${currency}`,
      what: { code, version, seen },
      words: `members with ${currency} are to see ${wordsOfWheel(wheel)}`,
      changes: changesOf(shownWheel(now), shownWheel(wheel)),
      gives: await givenByWheel(db, wheel, seen),
    })
  },
}

const wheelSwitched: GuardedCommand<WheelOn, Wheel> = {
  guarded: wheelSwitching,
  answer: (_desk, _what, wheel) => ({
    text: `Members with ${wheel.currency} see ${wheel.code}, version ${wheel.version}.`,
    json: shown(wheel),
  }),
}

const off: Command = {
  name: 'wheel off',
  args: ['CURRENCY'],
  about: 'Removes the wheel of BAHT or LAK. Coins and coupons stay.',
  options: {},
  examples: ['kapao wheel off BAHT'],
  right: 'rewards.change',
  run: async ({ db, clock, requestId, actor }, typed) => {
    const currency = typed.args[0]!
    if (currency !== 'BAHT' && currency !== 'LAK') wrongUsage('The currency is BAHT or LAK.')
    await switchWheel({ db, clock }, { actor: await actor(), requestId, currency, wheel: null })
    return { text: `Members with ${currency} see no wheel.`, json: { currency, wheel: null } }
  },
}

const coupons: Command = {
  name: 'wheel coupons',
  args: ['MEMBER'],
  about: 'Lists a member’s prizes, newest first, with their states.',
  options: {},
  examples: ['kapao wheel coupons 7KQ2M4XW9PZA'],
  right: 'rewards.see',
  run: async ({ db }, typed) => {
    const found = await listCouponsOf(db, typed.args[0]!, listedMax)
    const rows = found.map((one) => [
      one.id,
      textOfTime(one.createdAt),
      one.label,
      `${textOfMoney(one)} ${one.currency}`,
      one.state,
      textOfTime(one.expiresAt),
      one.why ?? '',
    ])
    const head = ['COUPON', 'SINCE', 'PRIZE', 'AMOUNT', 'STATE', 'UNTIL', 'WHY']
    const json = found.map(({ fingerprint: _, ...one }) => ({ ...one, amount: textOfMoney(one) }))
    return { text: rows.length === 0 ? 'Nothing won yet.' : tableOf(head, rows), json }
  },
}

const voiding: Command = {
  name: 'wheel void',
  args: ['COUPON'],
  about: 'Ends a coupon that was given by mistake. One that was claimed stays.',
  options: { why: { value: 'TEXT', about: 'The reason, kept with it.' } },
  examples: ['kapao wheel void 0199f3a2-7c1e-7b40-9d55-3b2f6a1c0e88 --why "wrong prize"'],
  right: 'rewards.change',
  run: async ({ db, clock, requestId, actor }, typed) => {
    const why = typed.text('why') ?? wrongUsage('Say --why.')
    const id = typed.args[0]!
    if (!isKey(id)) wrongUsage('A coupon is named by its id.')
    await voidCoupon({ db, clock }, { actor: await actor(), requestId, id, why })
    return { text: 'The coupon is void.', json: { coupon: id, state: 'void' } }
  },
}

async function answerWheel(db: Db, wheel: Wheel): Promise<Answer> {
  const settings = await readSettings(db)
  const { currency } = wheel
  const odds = oddsOf(wheel.slices)
  const rows = wheel.slices.map((one, at) => [
    one.code,
    one.label,
    String(one.weight),
    odds[at]!,
    one.amount > 0n ? `${textOfMoney(one)} ${one.currency}` : '-',
  ])
  const text = [
    pairsOf([
      [`${wheel.code}, version ${wheel.version}`, wheel.name],
      ['a spin costs on average', costOf(wheel)],
      ['a coin is earned with', `${settings[`spin.coinPer.${currency}`]} ${currency} of deposits`],
      ['a prize is played', `${settings['spin.prizeTurnover']} times before it can be withdrawn`],
    ]),
    '',
    tableOf(['SECTOR', 'LABEL', 'WEIGHT', 'ODDS', 'PRIZE'], rows),
  ].join('\n')
  return { text, json: shown(wheel) }
}

function shown(wheel: Wheel) {
  const slices = wheel.slices.map((one) => ({ ...one, amount: textOfMoney(one) }))
  return { ...wheel, slices }
}

export const wheelGroup: Group = {
  name: 'wheel',
  about: 'The wheel: its sectors, their odds, and what was won.',
  commands: [list, show, define, on, off, coupons, voiding],
}
