type App = { scheme: string; android: string }

/** The links that open the banks' own apps; those not confirmed are left out (docs/web.md). */
const apps: Readonly<Record<string, App>> = {
  KBANK: { scheme: 'kplus', android: 'com.kasikorn.retail.mbanking.wap' },
  SCB: { scheme: 'scbeasy', android: 'com.scb.phone' },
  BBL: { scheme: 'bualuangmbanking', android: 'com.bbl.mobilebanking' },
}

/** The link that opens a bank's app; null on a device that has none, and for banks without a known link. */
export function bankAppLink(bankCode: string, userAgent: string): string | null {
  const app = Object.hasOwn(apps, bankCode) ? apps[bankCode] : undefined
  if (!app) return null
  // Android opens the store if the app is not installed.
  if (/\bAndroid\b/.test(userAgent))
    return `intent://open#Intent;scheme=${app.scheme};package=${app.android};end`
  return /\b(?:iPhone|iPad|iPod)\b/.test(userAgent) ? `${app.scheme}://` : null
}
