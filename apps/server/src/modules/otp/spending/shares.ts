import { networkAround } from '#core/http/addresses/networks.ts'

/** What a code is for; one that was sent for the one thing is worth nothing for the other. */
export type Purpose = 'register' | 'password'

/** What operators set of it; docs/security.md says what each is worth to whom. */
export type SmsSettings = {
  'sms.dayMax': number
  'sms.minuteMax': number
  'sms.keptPercent': number
  'sms.networkHourMax': number
  'sms.rangeHourMax': number
}

/** What belongs to a network, a range or a minute is wider where all callers are one network: under load and in journeys. The day's budget is money. */
export function scaleSmsLimits<S extends SmsSettings>(settings: S, factor: number): S {
  return {
    ...settings,
    'sms.minuteMax': settings['sms.minuteMax'] * factor,
    'sms.networkHourMax': settings['sms.networkHourMax'] * factor,
    'sms.rangeHourMax': settings['sms.rangeHourMax'] * factor,
  }
}

/** A bucket that holds so many messages and drains by so many an hour. */
export type Limit = { scope: string; max: number; perHour: number }

/**
 * The shares of a day's messages. Strangers have one for each purpose, so that who registers takes nothing from who forgot a
 * password; what is kept is used when those are under pressure, by devices and by networks with logins of members.
 */
export type Share = Purpose | 'device' | 'network'

const hoursOfDay = 24
/** How much of a share may be spent at once; the rest comes back hour by hour, so that none is gone for a day. */
const atOncePart = 1 / 5
/** Of what strangers have, and of what is kept. */
const parts: Record<Share, { of: 'strangers' | 'kept'; part: number }> = {
  register: { of: 'strangers', part: 0.7 },
  password: { of: 'strangers', part: 0.3 },
  device: { of: 'kept', part: 0.6 },
  network: { of: 'kept', part: 0.4 },
}

export const shares = Object.keys(parts) as Share[]

/** In any 24 hours all shares together are no more than the day's messages. */
export function shareOf(settings: SmsSettings, share: Share): Limit {
  const { of, part } = parts[share]
  const percent = of === 'kept' ? settings['sms.keptPercent'] : 100 - settings['sms.keptPercent']
  const dayMax = (settings['sms.dayMax'] * percent * part) / 100
  const max = Math.floor(dayMax * atOncePart)
  return { scope: `share:${share}`, max, perHour: (dayMax - max) / hoursOfDay }
}

/** For each share apart: a minute that strangers have filled up holds up no member. */
export function minuteOf(settings: SmsSettings, share: Share): Limit {
  const minuteMax = settings['sms.minuteMax']
  const max = Math.ceil(minuteMax / 2)
  return { scope: `minute:${share}`, max, perHour: (minuteMax - max) * 60 }
}

/** So many in any one hour: half at once, and half while it passes. */
function hourly(scope: string, hourMax: number): Limit {
  const max = Math.ceil(hourMax / 2)
  return { scope, max, perHour: hourMax - max }
}

/** Ranges of a thousand numbers, as they are pumped, and of a hundred thousand, which have so many times as many. */
const rangeDigits = { small: 3, large: 5 } as const
const largeRangeFactor = 6
/** A device or network may have this much of what is kept; more of it counts as a stranger's. */
const keptOfMemberDayMax = 4
const keptOfNetworkHourMax = 20

export type Asker = {
  phone: string
  purpose: Purpose
  address: string
  /** Whether this address alone has asked for as much as it may: then only a device that is known goes on. */
  addressIsSpent: boolean
  /** A member who has logged in on this device before. */
  memberOfDevice: string | null
  /** Whether several members have logged in from this network before. */
  networkIsKnown: boolean
}

/** One way to be sent a message: counted in all these, and only against a solved puzzle or without. */
export type Way = { needsProof: boolean; limits: Limit[] }

/** The ways in the order in which they are tried: what is kept stays whole as long as strangers are few. */
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

/** What strangers take without a puzzle ends at half, so that the other half is for those who solve one. */
function halved({ scope, max, perHour }: Limit): Limit {
  return { scope, max: max / 2, perHour }
}

/** What a network and a range of numbers may have, whoever asks; the order is that in which they are locked. */
function ownLimits(settings: SmsSettings, { phone, address }: Asker): Limit[] {
  const networkHourMax = settings['sms.networkHourMax']
  const rangeHourMax = settings['sms.rangeHourMax']
  return [
    hourly(`network:${networkAround(address, { v4: 24, v6: 48 })}`, networkHourMax),
    hourly(`range:${phone.slice(0, -rangeDigits.small)}`, rangeHourMax),
    hourly(`range:${phone.slice(0, -rangeDigits.large)}`, rangeHourMax * largeRangeFactor),
  ]
}

/** Of what is left for those who solve puzzles, half: one provider's network cannot spend it alone, however many puzzles it solves. */
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

/** The first way that has room. A puzzle is asked for only where solving it would lead to a message. */
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

/** How full what a stranger asks from is, from 0 to 1: the harder is the puzzle. */
export function pressureOf(
  settings: SmsSettings,
  purpose: Purpose,
  used: ReadonlyMap<string, number>,
): number {
  const fullness = [minuteOf(settings, purpose), shareOf(settings, purpose)].map(({ scope, max }) =>
    max === 0 ? 1 : Math.min(1, (used.get(scope) ?? 0) / max),
  )
  return Math.max(0, ...fullness)
}
