import { hasRight, type Role } from '@kapao/contract/console/roles'
import { canBeTightened, rightOf } from '@kapao/contract/console/settings'
import { isDeepStrictEqual } from 'node:util'
import { groupOfSetting } from '#settings/list.ts'
import type { SettingName, Settings } from '#settings/registry.ts'
import { weakensProtection } from '../weakening.ts'

type Change = { name: SettingName; before: unknown; after: unknown }

/** Those who may change the group, and those who may only tighten where it does nothing else. */
export function mayChange(roles: readonly Role[], change: Change): boolean {
  const group = groupOfSetting(change.name)
  if (hasRight(roles, rightOf(group))) return true
  return hasRight(roles, 'settings.tighten') && canBeTightened(group) && tightens(change)
}

const isOff = (before: boolean, after: boolean): boolean => before && !after
const isOn = (before: boolean, after: boolean): boolean => after && !before
const isLess = (before: number, after: number): boolean => after < before

/** Doors and limits that anybody who may change them opens alone: which way they close. */
const closings: { [N in SettingName]?: (before: Settings[N], after: Settings[N]) => boolean } = {
  'service.active': isOff,
  'service.blocked': (before, after) =>
    after.length > before.length && before.every((one) => after.includes(one)),
  'client.header.required': isOn,
  'games.providers': takesDoorsOff,
  'transfer.dayMax': isLess,
  'slip.dayMax': isLess,
  'slip.dayMb': isLess,
  'chat.fileDayMax': isLess,
  'chat.guestOpenMax': isLess,
  'chat.guestDayMb': isLess,
  'chat.memberDayMb': isLess,
  'chat.networkDayMb': isLess,
}

/** A change whose reverse would loosen, and which loosens nothing itself. */
function tightens({ name, before, after }: Change): boolean {
  const closing = closings[name] as ((before: unknown, after: unknown) => boolean) | undefined
  if (closing) return closing(before, after) && !weakensProtection(name, before, after)
  return weakensProtection(name, after, before) && !weakensProtection(name, before, after)
}

type Providers = Settings['games.providers']

/** Fewer providers, or fewer currencies that they accept, and every one otherwise as it was. */
function takesDoorsOff(before: Providers, after: Providers): boolean {
  const isAsBefore = after.every(({ currencies, ...one }) => {
    const was = before.find(({ code }) => code === one.code)
    if (!was) return false
    const { currencies: accepted, ...same } = was
    return isDeepStrictEqual(one, same) && currencies.every((each) => accepted.includes(each))
  })
  return isAsBefore && !isDeepStrictEqual(before, after)
}
