import { defaultLanguage } from '@kapao/contract/limits'
import type { Config } from '#context/config.ts'
import { isAway } from '#core/db/outage.ts'
import { connectSourcesOf, postSourcesOf } from '#core/page/csp.ts'
import type { PageContent } from '#core/page/page.ts'
import { brandCssOf } from '#core/page/brand.ts'
import { usualBrandColor } from '#settings/entries/site-settings.ts'
import { settingsForPage, type Settings } from '#settings/registry.ts'
import { sportAddressOf } from '#outside/games/family.ts'

/** The content of the page's first response: brand, variant, and the page's settings. */
export function pageContent(config: Config, settings: Settings, isClosed: boolean): PageContent {
  const { variant } = config
  const language = defaultLanguage(variant)
  const sportAddress = sportAddressOf(config, settings[`sport.address.${variant}`])
  return {
    brandName: settings['brand.name'],
    brandCss: brandCssOf(settings['brand.color'], usualBrandColor),
    icon: { color: settings['brand.color'], picture: settings['brand.icon'] },
    defaultLanguage: language,
    connect: connectSourcesOf(settings['chat.address']),
    post: postSourcesOf(sportAddress),
    settings: {
      variant,
      // Only while it is so: every byte of the page is waited for.
      ...(isClosed && { recovery: true }),
      defaultLanguage: language,
      brand: { name: settings['brand.name'] },
      settings: { ...settingsForPage(settings), [`sport.address.${variant}`]: sportAddress },
    },
  }
}

/** A page load waits no longer than this for settings when earlier ones are known. */
const patienceMs = 1_000

/** The page works without a database: while it is down, the last content is served. */
export function serveLastKnown<T>(load: () => Promise<T>, waitMs = patienceMs): () => Promise<T> {
  let last: { content: T } | null = null
  return async () => {
    const loading = load().then((content) => {
      last = { content }
      return content
    })
    if (last === null) return loading
    const { content } = last
    const { promise: late, resolve } = Promise.withResolvers<T>()
    const timer = setTimeout(resolve, waitMs, content)
    const known = loading.catch((error: unknown) => {
      if (isAway(error)) return content
      throw error
    })
    return Promise.race([known, late]).finally(() => clearTimeout(timer))
  }
}
