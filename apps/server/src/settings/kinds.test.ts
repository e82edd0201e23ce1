import { describe, expect, test } from 'vitest'
import { checkValue } from './check.ts'
import { findUnsafeHtml } from './entries/kinds/html.ts'
import { settingNames, settingOf, type SettingName } from './registry.ts'

function typed(name: SettingName, text: string): unknown {
  return checkValue(name, settingOf(name).kind.parse(text))
}

const ownAccount = {
  bankCode: 'KBANK',
  mode: 'AUTO',
  bank: { nameTH: 'KBANK', nameEN: 'KBANK' },
  bankAccountName: 'KAPAO DEMO CO LTD',
  bankAccountNo: '1112223334',
  currency: 'BAHT',
}
const oneAccountTwice = JSON.stringify(
  ['bank', 'PAYMENT'].map((bankType) => ({ ...ownAccount, bankType })),
)
const gameAt = (field: string) =>
  JSON.stringify([
    {
      code: 'pg',
      name: 'PG',
      category: 'slot',
      family: 'pg',
      logo: '',
      background: '',
      [field]: 'http://pg.example',
    },
  ])

describe('what each kind of setting accepts', () => {
  const accepted: [SettingName, string, unknown][] = [
    ['brand.name', '  Kapao Plus ', 'Kapao Plus'],
    ['service.active', 'OFF', false],
    ['service.active', 'yes', true],
    ['qr.minutes', '20', 20],
    ['refund.period', 'day', 'day'],
    ['withdraw.min.BAHT', '99.5', '99.50'],
    ['withdraw.min.LAK', '100000', '100000'],
    ['deposit.minimum.BAHT', 'none', null],
    ['refund.rate', '0.25', '0.25'],
    ['slip.closeFrom', '23:59', '23:59'],
    ['sport.address.laos', 'https://sport.example/login?x=1', 'https://sport.example/login?x=1'],
    ['chat.address', '', null],
    ['chat.address', ' / ', '/'],
    ['chat.address', 'https://chat.example', 'https://chat.example'],
    [
      'contact.text.th',
      '<p>ทัก <a href="https://line.me/x">ไลน์</a></p>',
      '<p>ทัก <a href="https://line.me/x">ไลน์</a></p>',
    ],
    ['notice.en', '%percentFail% percent', '%percentFail% percent'],
    ['conditions.la', '["<p>ໜຶ່ງ</p>"]', ['<p>ໜຶ່ງ</p>']],
    ['recommendedBanks', 'scb, kbank', ['SCB', 'KBANK']],
    [
      'service.blocked',
      '203.0.113.7, 198.51.100.0/24,2001:db8::/32',
      ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32'],
    ],
    ['service.blocked', 'none', []],
    ['registration.sources', '[]', []],
  ]
  test.each(accepted)('%s takes %j', (name, text, value) => {
    expect(typed(name, text)).toEqual(value)
  })

  const refused: [SettingName, string, RegExp][] = [
    ['brand.name', '   ', /must not be empty/],
    ['brand.name', 'two\nlines', /one line/],
    ['service.active', 'perhaps', /on or off/],
    ['qr.minutes', '0', /from 1 to 120/],
    ['qr.minutes', '1.5', /from 1 to 120/],
    ['refund.period', 'month', /day or week/],
    ['withdraw.min.BAHT', '0', /above 0/],
    ['withdraw.min.BAHT', '-5', /above 0/],
    ['withdraw.min.BAHT', '1e3', /above 0/],
    ['withdraw.min.BAHT', '10.005', /above 0/],
    ['withdraw.min.LAK', '100.50', /above 0/],
    ['refund.rate', '100.01', /from 0 to 100/],
    ['refund.rate', '5%', /from 0 to 100/],
    ['slip.closeFrom', '24:00', /23:00/],
    ['sport.address.thai', 'javascript:alert(1)', /https:/],
    ['sport.address.thai', 'https://sport.example/"x', /https:/],
    // S53: members' passwords and our keys are sent there.
    ['sport.address.thai', 'http://sport.example', /begins with https:/],
    ['games.providers', gameAt('address'), /begins with https:.* \(at 0\.address\)/],
    ['games.providers', gameAt('addressLaos'), /begins with https:.* \(at 0\.addressLaos\)/],
    ['games.providers', gameAt('launchAddress'), /begins with https:.* \(at 0\.launchAddress\)/],
    ['chat.address', 'https://user:pw@chat.example', /https:/],
    ['chat.address', '//chat.example', /https:/],
    ['notice.en', 'no figure', /%percentFail%/],
    ['conditions.en', '<p>not a list</p>', /JSON list/],
    ['conditions.en', '["<p>fine</p>", "<img src=x>"]', /<img .*at 1/],
    ['recommendedBanks', 'KBANK,KBANK', /twice/],
    ['service.blocked', 'example.com', /an address or a network/],
    ['service.blocked', '203.0.113.7,', /an address or a network/],
    ['service.blocked', '203.0.113.0/33', /an address or a network/],
    ['service.blocked', '0.0.0.0/0', /an address or a network/],
    ['registration.banks', '[]', /registration.banks/],
    // I10: a payment that both a gateway and a bank report would be two deposits.
    ['deposit.accounts', oneAccountTwice, /for transfers and for codes/],
    ['registration.sources', '[{"code":"x","description":"y"}]', /at 0\.description/],
    [
      'invite.banners.en',
      `[{"image":"/pictures/${'A'.repeat(43)}.webp","html":"<img>"}]`,
      /at 0\.html/,
    ],
    ['refund.banners.th', '[{"image":"data:image/png;base64,AA==","html":"x"}]', /at 0\.image/],
    ['brand.icon', 'data:image/png;base64,AAAA', /a picture of the house/],
    ['contact.line.qr', 'https://line.me/qr.png', /a picture of the house/],
    ['refund.banners.th', '[{"image":"https://evil.example/x.png","html":"x"}]', /at 0\.image/],
  ]
  test.each(refused)('%s refuses %j', (name, text, sentence) => {
    expect(() => typed(name, text)).toThrow(sentence)
  })

  test('every default is a value of its own setting, so it can be set by hand', () => {
    for (const name of settingNames) {
      const { fallback } = settingOf(name)
      expect(checkValue(name, fallback), name).toEqual(fallback)
    }
  })
})

describe('simple HTML', () => {
  test.each([
    'no tags at all, 3 > 2 &amp; so on',
    '<p>One<br>two<br/></p><hr>',
    '<ul><li><b>bold</b></li></ul>',
    '<a href="tel:+66812345678">call</a> <a href="/contact">here</a>',
  ])('accepts %s', (text) => {
    expect(findUnsafeHtml(text)).toBeNull()
  })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p onclick="alert(1)">x</p>',
    '<p style="position:fixed">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\tscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/\\evil.example">x</a>',
    '<a href=https://x.example>x</a>',
    '<a href="https://x.example" target="_blank">x</a>',
    '<SCRIPT>x</SCRIPT>',
    '<svg/onload=alert(1)>',
    '<!-- <p> -->',
    '<p<b>x</p>',
    '3 < 2',
    '<p>never closed',
    '<b><i>crossed</b></i>',
    'closed only</p>',
    '<iframe srcdoc="x"></iframe>',
  ])('refuses %s', (text) => {
    expect(findUnsafeHtml(text)).toEqual(expect.any(String))
  })
})

test.each(['javascript:alert(1)', 'http://kapao.example', 'kapao.example', 'https://', ''])(
  'NAME-25 the address of our site is not %j',
  (text) => {
    expect(() => typed('brand.website', text)).toThrow(
      'must be an address that begins with https://',
    )
    expect(typed('brand.website', 'https://kapao.example')).toBe('https://kapao.example')
  },
)
