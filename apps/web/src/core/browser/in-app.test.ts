import { expect, test } from 'vitest'
import { inAppBrowserOf, realBrowserLink } from './in-app.ts'

const android = 'Mozilla/5.0 (Linux; Android 13; SM-A145F) AppleWebKit/537.36 Chrome/120.0 Mobile'
const line = `${android} Safari/537.36 Line/13.21.1/IAB`
const facebook = `${android} [FB_IAB/FB4A;FBAV/440.0.0.32.115;]`
const facebookOnIphone = 'Mozilla/5.0 (iPhone) AppleWebKit/605 [FBAN/FBIOS;FBAV/440.0]'
const address = 'https://kapao.example/register?code=PR7'

test('the browsers inside LINE and Facebook are recognized, and real ones are not', () => {
  expect(inAppBrowserOf(line)).toBe('LINE')
  expect(inAppBrowserOf(facebook)).toBe('Facebook')
  expect(inAppBrowserOf(facebookOnIphone)).toBe('Facebook')
  expect(inAppBrowserOf(`${android} Safari/537.36`)).toBeNull()
})

test('the link to a real browser keeps the invite code', () => {
  expect(realBrowserLink(address, line)).toBe(`${address}&openExternalBrowser=1`)
  expect(realBrowserLink(address, facebook)).toBe(
    'intent://kapao.example/register?code=PR7#Intent;scheme=https;action=android.intent.action.VIEW;end',
  )
  expect(realBrowserLink(address, facebookOnIphone)).toBeNull()
})
