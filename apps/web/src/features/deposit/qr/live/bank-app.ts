type App = { scheme: string; android: string }

/** How banks' own apps are opened; what is not known for sure is left out (docs/web.md). */
const apps: Readonly<Record<string, App>> = {
  KBANK: { scheme: 'kplus', android: 'com.kasikorn.retail.mbanking.wap' },
  SCB: { scheme: 'scbeasy', android: 'com.scb.phone' },
  BBL: { scheme: 'bualuangmbanking', android: 'com.bbl.mobilebanking' },
}

/** Where a tap opens the app of a bank; null on a device that has none, and for banks that cannot be opened. */
export function bankAppLink(bankCode: string, userAgent: string): string | null {
  const app = Object.hasOwn(apps, bankCode) ? apps[bankCode] : undefined
  if (!app) return null
  // Android leads whoever does not have it to the shop.
  if (/\bAndroid\b/.test(userAgent))
    return `intent://open#Intent;scheme=${app.scheme};package=${app.android};end`
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ? `${app.scheme}://` : null
}
