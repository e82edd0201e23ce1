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
 * A day's messages in two budgets: one for askers who are known by their device or network, and one for unknown ones,
 * in two parts, so that registrations take nothing from forgotten passwords. Above one half of a budget an unknown asker
 * solves a puzzle, and of the known ones only those on their own device go on.
 */
export type Budget = Purpose | 'known'
export const budgets: readonly Budget[] = ['register', 'password', 'known']
const partOf: Record<Budget, number> = { register: 0.7, password: 0.3, known: 1 }

const hoursOfDay = 24
/** How much may be spent at once; the rest comes back hour by hour, so that no budget stays empty for a day. */
const atOncePart = 1 / 5

/** A budget's part of `sms.dayMax`: in any 24 hours all budgets together stay within it. `spend` counts and refuses. */
export function dayLimitOf(settings: SmsSettings, budget: Budget): Limit {
  const kept = settings['sms.keptPercent']
  const percent = budget === 'known' ? kept : 100 - kept
  const dayMax = (settings['sms.dayMax'] * percent * partOf[budget]) / 100
  const max = Math.floor(dayMax * atOncePart)
  return { scope: `day:${budget}`, max, perHour: (dayMax - max) / hoursOfDay }
}

/** A budget's minute and day. A minute that unknown askers have filled does not delay members. */
export function limitsOf(settings: SmsSettings, budget: Budget): Limit[] {
  const minuteMax = settings['sms.minuteMax']
  const max = Math.ceil(minuteMax / 2)
  const minute = { scope: `minute:${budget}`, max, perHour: (minuteMax - max) * 60 }
  return [minute, dayLimitOf(settings, budget)]
}

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

/** The ways in the order in which they are tried: the known budget stays full while unknown askers are few. */
export function waysOf(settings: SmsSettings, asker: Asker): Way[] {
  const { purpose, memberOfDevice, networkIsKnown, addressIsSpent } = asker
  const own = ownLimits(settings, asker)
  const unknown = limitsOf(settings, purpose)
  const known = limitsOf(settings, 'known')
  const onDevice: Way[] =
    memberOfDevice === null
      ? []
      : [{ needsProof: false, limits: [deviceLimit(memberOfDevice), ...known] }]
  if (addressIsSpent) return onDevice
  return [
    { needsProof: false, limits: [...own, ...unknown.map(halved)] },
    ...onDevice,
    ...(networkIsKnown ? [{ needsProof: false, limits: [...own, ...known.map(halved)] }] : []),
    { needsProof: true, limits: [providerLimit(settings, asker), ...own, ...unknown] },
  ]
}

function halved({ scope, max, perHour }: Limit): Limit {
  return { scope, max: max / 2, perHour }
}

/** At most `hourMax` in any hour: half at once, and half over the hour. */
function hourly(scope: string, hourMax: number): Limit {
  const max = Math.ceil(hourMax / 2)
  return { scope, max, perHour: hourMax - max }
}

/**
 * The limits of a network, and of ranges of a thousand and of a hundred thousand numbers, as SMS pumping uses them; in
 * the order in which they are locked.
 */
function ownLimits(settings: SmsSettings, { phone, address }: Asker): Limit[] {
  const rangeHourMax = settings['sms.rangeHourMax']
  return [
    hourly(`network:${networkAround(address, { v4: 24, v6: 48 })}`, settings['sms.networkHourMax']),
    hourly(`range:${phone.slice(0, -3)}`, rangeHourMax),
    hourly(`range:${phone.slice(0, -5)}`, rangeHourMax * 6),
  ]
}

/** Half of what puzzles open, so that one provider cannot spend it alone however many it solves. */
function providerLimit(settings: SmsSettings, { purpose, address }: Asker): Limit {
  const { max, perHour } = dayLimitOf(settings, purpose)
  const scope = `provider:${purpose}:${networkAround(address, { v4: 16, v6: 32 })}`
  return { scope, max: Math.ceil(max / 4), perHour: perHour / 4 }
}

/** Four messages a day for a device's member, regardless of who holds it. */
function deviceLimit(memberId: string): Limit {
  return { scope: `member:${memberId}`, max: 2, perHour: 2 / hoursOfDay }
}

export type Plan = { way: Way } | { refusal: 'PROOF_REQUIRED' | 'REQUEST_LIMIT' }

/** Chooses the first way that has room. A puzzle is requested only where solving it would lead to a message. */
export function choose(
  ways: readonly Way[],
  used: ReadonlyMap<string, number>,
  hasProof: boolean,
): Plan {
  const open = ways.filter(({ limits }) =>
    limits.every(({ scope, max }) => (used.get(scope) ?? 0) + 1 <= max),
  )
  const way = open.find(({ needsProof }) => hasProof || !needsProof)
  if (way) return { way }
  return { refusal: open.length > 0 ? 'PROOF_REQUIRED' : 'REQUEST_LIMIT' }
}

/** How full a limit is, from 0 to 1. */
export function fullnessOf({ scope, max }: Limit, used: ReadonlyMap<string, number>): number {
  return max === 0 ? 1 : Math.min(1, (used.get(scope) ?? 0) / max)
}
