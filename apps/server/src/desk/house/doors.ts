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

type Signs = {
  gateways: readonly Sign[]
  payouts: readonly Sign[]
  games: readonly Sign[]
  other: OtherSigns
}

/** Every system outside that this process has an account at, or that a setting sends members or money to. */
export async function listDoors(context: DoorsContext): Promise<Door[]> {
  const { db, clock, readSettings } = context
  const settings = await readSettings()
  const gateways = gatewaysOf(context, settings)
  const channels = channelsOf(context, settings)
  const now = clock.now()
  const signs: Signs = {
    gateways: await listGatewaySigns(db, gateways),
    payouts: await listPayoutSigns(db, channels),
    games: await listGameSigns(db, now),
    other: await readOtherSigns(db, now),
  }
  return [
    ...gateways.map((code) => gatewayDoor(context, { settings, signs, code })),
    ...channels.map((channel) => payoutDoor(context, { settings, signs, channel })),
    ...settings['games.providers'].map((game) => gameDoor(context, { signs, game })),
    ...otherDoors(context, settings, signs.other),
  ]
}

/** Those with an account of ours here, and those that members pay by. */
function gatewaysOf({ outside }: DoorsContext, settings: Settings): string[] {
  return [...new Set([...outside.gateways.codes, ...gatewaysUsed(settings)])]
}

export function gatewaysUsed(settings: Settings): string[] {
  const ofCodes = settings['deposit.accounts'].filter(({ bankType }) => bankType === 'PAYMENT')
  return ofCodes.map(({ bankCode }) => bankCode)
}

function channelsOf({ outside }: DoorsContext, settings: Settings): string[] {
  return [...new Set([...outside.payouts.channels, ...channelsUsed(settings)])]
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

function gatewayDoor(
  context: DoorsContext,
  { settings, signs, code }: { settings: Settings; signs: Signs; code: string },
): Door {
  const place = context.outside.gateways.placeOf(code)
  return doorOf(context, {
    kind: 'gateway',
    name: code,
    place,
    hasKey: place !== null,
    isUsed: gatewaysUsed(settings).includes(code),
    party: { system: 'gateways', party: code },
    booksAt: atOf(signs.gateways, code),
  })
}

function payoutDoor(
  context: DoorsContext,
  { settings, signs, channel }: { settings: Settings; signs: Signs; channel: string },
): Door {
  const place = context.outside.payouts.placeOf(channel)
  return doorOf(context, {
    kind: 'payouts',
    name: channel,
    place,
    hasKey: place !== null,
    isUsed: channelsUsed(settings).includes(channel),
    party: { system: 'payouts', party: channel },
    booksAt: atOf(signs.payouts, channel),
  })
}

type Game = Settings['games.providers'][number]

function gameDoor(context: DoorsContext, { signs, game }: { signs: Signs; game: Game }): Door {
  const place = context.outside.games.placeOf(game)
  return doorOf(context, {
    kind: 'games',
    name: game.code,
    place: place ?? { family: game.family, host: '' },
    hasKey: place?.hasKey ?? false,
    isUsed: game.currencies.length > 0,
    party: { system: 'games', party: game.code },
    booksAt: atOf(signs.games, game.code),
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
