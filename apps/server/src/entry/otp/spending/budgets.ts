import { networkAround } from '#core/limits/addresses/networks.ts'

/** What a code is for; a code sent for one purpose is worth nothing for the other. */
export type Purpose = 'register' | 'password'

/** The settings for operators; docs/security.md explains each. */
export type SmsSettings = {
  'sms.dayMax': number
  'sms.minuteMax': number
  'sms.keptPercent': number
  'sms.networkHourMax': number
  'sms.rangeHourMax': number
}

/**
 * Widens the limits of networks, ranges and minutes where all callers share one network: under load and in journeys.
 * The day's budget is money and stays.
 */
export function scaleSmsLimits<S extends SmsSettings>(settings: S, factor: number): S {
  return {
    ...settings,
    'sms.minuteMax': settings['sms.minuteMax'] * factor,
    'sms.networkHourMax': settings['sms.networkHourMax'] * factor,
    'sms.rangeHourMax': settings['sms.rangeHourMax'] * factor,
  }
}

/** A bucket that holds up to `max` messages and drains by `perHour`. */
export type Limit = { scope: string; max: number; perHour: number }

/**
 * The shares of a day's messages. Strangers have one for each purpose, so that registrations take nothing from
 * forgotten passwords. The kept shares are used when those are under pressure, by known devices and by networks where
 * members have logged in.
 */
export type Share = Purpose | 'device' | 'network'

const hoursOfDay = 24
/**
 * How much of a share may be spent at once; the rest comes back hour by hour, so that no share stays empty for a day.
 */
const atOncePart = 1 / 5
/** Parts of the strangers' messages and of the kept messages. */
const parts: Record<Share, { of: 'strangers' | 'kept'; part: number }> = {
  register: { of: 'strangers', part: 0.7 },
  password: { of: 'strangers', part: 0.3 },
  device: { of: 'kept', part: 0.6 },
  network: { of: 'kept', part: 0.4 },
}

export const shares = Object.keys(parts) as Share[]

/** In any 24 hours all shares together stay within the day's messages. */
export function shareOf(settings: SmsSettings, share: Share): Limit {
  const { of, part } = parts[share]
  const percent = of === 'kept' ? settings['sms.keptPercent'] : 100 - settings['sms.keptPercent']
  const dayMax = (settings['sms.dayMax'] * percent * part) / 100
  const max = Math.floor(dayMax * atOncePart)
  return { scope: `share:${share}`, max, perHour: (dayMax - max) / hoursOfDay }
}

/** One per share: a minute that strangers have filled does not delay members. */
export function minuteOf(settings: SmsSettings, share: Share): Limit {
  const minuteMax = settings['sms.minuteMax']
  const max = Math.ceil(minuteMax / 2)
  return { scope: `minute:${share}`, max, perHour: (minuteMax - max) * 60 }
}

/** At most `hourMax` in any hour: half at once, and half over the hour. */
function hourly(scope: string, hourMax: number): Limit {
  const max = Math.ceil(hourMax / 2)
  return { scope, max, perHour: hourMax - max }
}

/** Ranges of a thousand numbers, as SMS pumping uses them, and of a hundred thousand, which get this factor more. */
const rangeDigits = { small: 3, large: 5 } as const
const largeRangeFactor = 6
/** A device or network may use this much of the kept shares; anything beyond counts as a stranger's. */
const keptOfMemberDayMax = 4
const keptOfNetworkHourMax = 20

export type Asker = {
  phone: string
  purpose: Purpose
  address: string
  /** True when this address alone has used up its limit: then only a known device may continue. */
  addressIsSpent: boolean
  /** The member who has logged in on this device before. */
  memberOfDevice: string | null
  /** Whether several members have logged in from this network before. */
  networkIsKnown: boolean
}

/** One way to send a message: the limits that count it, and whether it needs a solved puzzle. */
export type Way = { needsProof: boolean; limits: Limit[] }

/** The ways in the order in which they are tried: the kept shares stay full while strangers are few. */
export function waysOf(settings: SmsSettings, asker: Asker): Way[] {
  const { purpose, memberOfDevice, networkIsKnown, addressIsSpent } = asker
  const own = ownLimits(settings, asker)
  const wide = wideLimit(settings, asker)
  const shared = (share: Share) => [minuteOf(settings, share), shareOf(settings, share)]
  const network = networkAround(asker.address, { v4: 24, v6: 48 })
  const knownNetwork = [...own, hourly(`known:${network}`, keptOfNetworkHourMax)]
  const calm: Way = { needsProof: false, limits: [...own, ...shared(purpose).map(halved)] }
  const proven: Way = { needsProof: true, limits: [wide, ...own, ...shared(purpose)] }
  const device = memberOfDevice === null ? null : deviceWay(settings, memberOfDevice)
  if (addressIsSpent) return device ? [device] : []
  const near: Way[] = networkIsKnown
    ? [
        { needsProof: false, limits: [...knownNetwork, ...shared('network').map(halved)] },
        { needsProof: true, limits: [wide, ...knownNetwork, ...shared('network')] },
      ]
    : []
  return [calm, ...(device ? [device] : []), ...near.slice(0, 1), proven, ...near.slice(1)]
}

/** Without a puzzle strangers get half of a limit; the other half is for those who solve one. */
function halved({ scope, max, perHour }: Limit): Limit {
  return { scope, max: max / 2, perHour }
}

/** The limits of a network and a range of numbers, for every asker, in the order in which they are locked. */
function ownLimits(settings: SmsSettings, { phone, address }: Asker): Limit[] {
  const networkHourMax = settings['sms.networkHourMax']
  const rangeHourMax = settings['sms.rangeHourMax']
  return [
    hourly(`network:${networkAround(address, { v4: 24, v6: 48 })}`, networkHourMax),
    hourly(`range:${phone.slice(0, -rangeDigits.small)}`, rangeHourMax),
    hourly(`range:${phone.slice(0, -rangeDigits.large)}`, rangeHourMax * largeRangeFactor),
  ]
}

/**
 * Half of what is left for solved puzzles, so that one provider's network cannot spend it alone however many it solves.
 */
function wideLimit(settings: SmsSettings, { purpose, address }: Asker): Limit {
  const { max, perHour } = shareOf(settings, purpose)
  const scope = `wide:${purpose}:${networkAround(address, { v4: 16, v6: 32 })}`
  return { scope, max: Math.ceil(max / 4), perHour: perHour / 4 }
}

function deviceWay(settings: SmsSettings, memberId: string): Way {
  const max = keptOfMemberDayMax / 2
  const ofMember = { scope: `member:${memberId}`, max, perHour: max / hoursOfDay }
  const limits = [ofMember, minuteOf(settings, 'device'), shareOf(settings, 'device')]
  return { needsProof: false, limits }
}

export type Plan = { way: Way } | { refusal: 'PROOF_REQUIRED' | 'REQUEST_LIMIT' }

/** Chooses the first way that has room. A puzzle is requested only where solving it would lead to a message. */
export function choose(
  ways: readonly Way[],
  used: ReadonlyMap<string, number>,
  hasProof: boolean,
): Plan {
  const open = ways.filter(({ limits }) => limits.every((limit) => hasRoom(limit, used)))
  const way = open.find(({ needsProof }) => hasProof || !needsProof)
  if (way) return { way }
  return { refusal: open.length > 0 ? 'PROOF_REQUIRED' : 'REQUEST_LIMIT' }
}

function hasRoom({ scope, max }: Limit, used: ReadonlyMap<string, number>): boolean {
  return (used.get(scope) ?? 0) + 1 <= max
}

/** How full the stranger's limits are, from 0 to 1; it sets how hard the puzzle is. */
export function pressureOf(
  settings: SmsSettings,
  purpose: Purpose,
  used: ReadonlyMap<string, number>,
): number {
  const limits = [minuteOf(settings, purpose), shareOf(settings, purpose)]
  return Math.max(0, ...limits.map((limit) => fullnessOf(limit, used)))
}

/** How full a limit is, from 0 to 1. */
export function fullnessOf({ scope, max }: Limit, used: ReadonlyMap<string, number>): number {
  return max === 0 ? 1 : Math.min(1, (used.get(scope) ?? 0) / max)
}
