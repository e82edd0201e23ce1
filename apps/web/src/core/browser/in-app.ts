export type InAppBrowser = 'LINE' | 'Facebook' | 'Messenger' | 'Instagram' | 'TikTok'

const marks: readonly [InAppBrowser, RegExp][] = [
  ['LINE', /\bLine\/\d/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/MESSENGER|\bMessengerForiOS\b/],
  ['Facebook', /\bFBAN\/|\bFBAV\/|\bFB_IAB\//],
  ['Instagram', /\bInstagram\b/],
  ['TikTok', /\bBytedanceWebview\b|\bmusical_ly\b|\bTikTok\b/],
]

/** The app whose built-in browser shows the page, or null in a real browser. */
export function inAppBrowserOf(userAgent: string): InAppBrowser | null {
  return marks.find(([, mark]) => mark.test(userAgent))?.[0] ?? null
}

/**
 * The same address for a real browser, if the app can open one: LINE by a documented parameter, Android by an intent.
 * Null if only the app's own menu can do it.
 */
export function realBrowserLink(address: string, userAgent: string): string | null {
  const app = inAppBrowserOf(userAgent)
  const url = new URL(address)
  if (app === 'LINE') {
    url.searchParams.set('openExternalBrowser', '1')
    return url.href
  }
  if (app === null || !/\bAndroid\b/.test(userAgent)) return null
  const scheme = url.protocol.replace(':', '')
  return `intent://${url.host}${url.pathname}${url.search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`
}
