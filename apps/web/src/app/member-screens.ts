import type { Language } from '@kapao/contract/limits'
import { textsFor } from '#core/lazy-text/texts-for.ts'
import { underWayTexts } from '../features/under-way/text/under-way-text.ts'
import { lazyOptional } from './lazy/lazy-optional.tsx'
import { lazyPanel } from './lazy/lazy-panel.tsx'
import { lazyScreen } from './lazy/lazy-screen.tsx'
import { lazySheet } from './lazy/lazy-sheet.tsx'
import { onceFor } from './lazy/once-for.ts'
import type { memberParts } from './lazy/member-parts.ts'

type Parts = typeof memberParts

/** Every part behind the login that is fetched on demand. */
export const membersScreens = onceFor((i18n) => {
  const texts = textsFor(i18n)
  const part = <N extends keyof Parts>(name: N) =>
    (async () => {
      const { memberParts } = await loadParts()
      return (memberParts[name] as (language: Language) => unknown)(i18n.read().language)
    }) as () => ReturnType<Parts[N]>
  return {
    contact: lazyScreen(part('contact'), texts),
    profile: lazyScreen(part('profile'), texts),
    statement: lazyScreen(part('statement'), texts),
    bonus: lazyScreen(part('bonus'), texts),
    spin: lazyScreen(part('spin'), texts),
    changePassword: lazySheet(part('changePassword'), texts),
    conditions: lazySheet(part('conditions'), texts),
    gameAccount: lazySheet(part('gameAccount'), texts),
    transfer: lazySheet(part('transfer'), texts),
    withdraw: lazySheet(part('withdraw'), texts),
    earned: lazySheet(part('earned'), texts),
    // Home's own, fetched while its card is drawn: these do not wait for the list of the parts.
    underWay: lazyOptional(
      async () => (await import('./home/home-parts.tsx')).UnderWayPart,
      textsFor(i18n, underWayTexts),
    ),
    games: lazyOptional(async () => (await import('./home/home-parts.tsx')).GamesPart, texts),
    agreement: lazyOptional(part('agreement'), texts),
    deposit: lazySheet(part('deposit'), texts),
    depositQr: lazyPanel(part('depositQr'), texts),
    depositGift: lazyPanel(part('depositGift'), texts),
  }
})

/** Before the first tap, so that a sheet that is opened early does not wait for the list as well. */
export function loadParts() {
  return import('./lazy/member-parts.ts')
}
