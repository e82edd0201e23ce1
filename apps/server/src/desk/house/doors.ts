import type { Door } from '@kapao/contract/console/house'
import type { DoorKind } from '@kapao/contract/console/house-words'
import { walletCurrencies } from '@kapao/contract/limits'
import type { AppContext } from '#context/app-context.ts'
import { hostOf, type DoorPlace } from '#outside/place.ts'
import type { Settings } from '#settings/registry.ts'
import {
  listGameSigns,
  listGatewaySigns,
  listPayoutSigns,
  readOtherSigns,
  type OtherSigns,
  type Sign,
} from './store.ts'

export type DoorsContext = Pick<AppContext, 'config' | 'db' | 'clock' | 'outside' | 'readSettings'>

/** Every system outside that this process has an account at, or that a setting sends members or money to. */
export async function listDoors(context: DoorsContext): Promise<Door[]> {
  const { db, clock, outside, readSettings } = context
  const settings = await readSettings()
  const now = clock.now()
  const used = { gateways: gatewaysUsed(settings), payouts: channelsUsed(settings) }
  const gateways = [...new Set([...outside.gateways.codes, ...used.gateways])]
  const payouts = [...new Set([...outside.payouts.channels, ...used.payouts])]
  const games = await listGameSigns(db, now)
  const ofGateways: Carriers = {
    kind: 'gateway',
    system: 'gateways',
    used: used.gateways,
    signs: await listGatewaySigns(db, gateways),
  }
  const ofPayouts: Carriers = {
    kind: 'payouts',
    system: 'payouts',
    used: used.payouts,
    signs: await listPayoutSigns(db, payouts),
  }
  return [
    ...gateways.map((one) => carrierDoor(context, ofGateways, one)),
    ...payouts.map((one) => carrierDoor(context, ofPayouts, one)),
    ...settings['games.providers'].map((game) => gameDoor(context, { signs: games, game })),
    ...otherDoors(context, settings, await readOtherSigns(db, now)),
  ]
}

export function gatewaysUsed(settings: Settings): string[] {
  const ofCodes = settings['deposit.accounts'].filter(({ bankType }) => bankType === 'PAYMENT')
  return ofCodes.map(({ bankCode }) => bankCode)
}

function channelsUsed(settings: Settings): string[] {
  return walletCurrencies.map((currency) => settings[`withdraw.channel.${currency}`])
}

type DoorDetails = {
  kind: DoorKind
  name: string | null
  place: DoorPlace | null
  hasKey: boolean
  isUsed: boolean
  /** Which figures of this process are its. */
  party: { system: string; party: string }
  booksAt: Date | null
}

function doorOf({ outside }: DoorsContext, door: DoorDetails): Door {
  const { kind, name, place, hasKey, isUsed, party, booksAt } = door
  return {
    kind,
    name,
    family: place?.family ?? null,
    hosts: place?.host ? [place.host] : [],
    hasKey,
    isUsed,
    lastSign: newerOf(outside.lastAnswer(party), booksAt),
  }
}

function newerOf(here: Date | null, books: Date | null): Door['lastSign'] {
  if (here !== null && (books === null || here > books))
    return { at: here.toISOString(), from: 'process' }
  return books && { at: books.toISOString(), from: 'books' }
}

const atOf = (signs: readonly Sign[], wanted: string): Date | null =>
  signs.find(({ name }) => name === wanted)?.at ?? null

type Carriers = {
  kind: DoorKind
  system: 'gateways' | 'payouts'
  used: readonly string[]
  signs: readonly Sign[]
}

/** One of those that carry members' money, which a setting names. */
function carrierDoor(
  context: DoorsContext,
  { kind, system, used, signs }: Carriers,
  name: string,
): Door {
  const place = context.outside[system].placeOf(name)
  return doorOf(context, {
    kind,
    name,
    place,
    hasKey: place !== null,
    isUsed: used.includes(name),
    party: { system, party: name },
    booksAt: atOf(signs, name),
  })
}

type Game = Settings['games.providers'][number]

function gameDoor(
  context: DoorsContext,
  { signs, game }: { signs: readonly Sign[]; game: Game },
): Door {
  const place = context.outside.games.placeOf(game)
  return doorOf(context, {
    kind: 'games',
    name: game.code,
    place: place ?? { family: game.family, host: '' },
    hasKey: place?.hasKey ?? false,
    isUsed: game.currencies.length > 0,
    party: { system: 'games', party: game.code },
    booksAt: atOf(signs, game.code),
  })
}

/** Those of which there is one. */
function otherDoors(context: DoorsContext, settings: Settings, signs: OtherSigns): Door[] {
  const { sms, slips, bank, giftLinks } = context.config
  const banks = settings['deposit.accounts'].filter(({ bankType }) => bankType === 'bank')
  const readable = banks.filter(({ hasStatement }) => hasStatement !== false)
  const one = (
    door: Omit<DoorDetails, 'name' | 'party'> & { party?: DoorDetails['party'] },
  ): Door => doorOf(context, { party: { system: door.kind, party: '' }, ...door, name: null })
  const smsHosts = sms ? [...new Set([sms.codeUrl, sms.textUrl].map(hostOf))] : []
  return [
    {
      ...one({
        kind: 'sms',
        place: sms && { family: 'thaibulksms', host: '' },
        hasKey: sms !== null,
        // A forgotten password needs an OTP, whether registrations ask for one or not.
        isUsed: true,
        booksAt: signs.smsAt,
      }),
      hosts: smsHosts,
    },
    one({
      kind: 'slips',
      place: slips && { family: slips.shape, host: hostOf(slips.url) },
      hasKey: slips !== null,
      isUsed: banks.length > 0,
      party: { system: 'slips', party: slips?.shape ?? '' },
      booksAt: signs.slipAt,
    }),
    one({
      kind: 'statement',
      place: bank.statement && { family: 'bank', host: hostOf(bank.statement.url) },
      hasKey: bank.statement !== null,
      isUsed: readable.length > 0,
      party: { system: 'bank', party: '' },
      booksAt: signs.statementAt,
    }),
    one({
      kind: 'bankReport',
      place: null,
      hasKey: bank.feed !== null || bank.sms !== null,
      isUsed: banks.some(({ mode }) => mode !== 'manual'),
      booksAt: signs.bankReportAt,
    }),
    one({
      kind: 'giftLink',
      place: { family: 'truemoney', host: hostOf(giftLinks.address) },
      hasKey: giftLinks.sealKey !== null,
      isUsed: settings['deposit.wallets'].some(({ mobile }) => mobile !== undefined),
      party: { system: 'giftlinks', party: '' },
      booksAt: signs.giftLinkAt,
    }),
  ]
}
