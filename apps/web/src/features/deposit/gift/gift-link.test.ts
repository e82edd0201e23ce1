import { expect, test } from 'vitest'
import { endingOf, findGiftLink } from './gift-link.ts'

const link = 'https://gift.truemoney.com/campaign/?v=0123456789abcdefGHIJ0123456789abcde'

test.each([
  link,
  `  ${link}  `,
  `มีซองส่งถึงคุณ 100 บาท\n${link}\nแตะเพื่อรับ`,
  'https://gift.truemoney.com/campaign?v=0123456789abcdefgh',
  'https://gift.truemoney.com/campaign/?lang=th&v=0123456789abcdefgh',
])('a link is found in %j', (text) => {
  const found = findGiftLink(text)!
  expect(text).toContain(found)
  expect(found).toMatch(/^https:\/\/gift\.truemoney\.com\/campaign/)
})

test.each([
  '',
  'hello',
  'https://gift.truemoney.com/campaign/',
  'https://gift.truemoney.com/campaign/?v=short',
  'http://gift.truemoney.com/campaign/?v=0123456789abcdefgh',
  'https://gift.truemoney.com.evil.example/campaign/?v=0123456789abcdefgh',
  'https://evil.example/?u=gift.truemoney.com/campaign/?v=0123456789abcdefgh',
  `https://gift.truemoney.com/campaign/?v=${'a'.repeat(65)}`,
])('nothing is found in %j', (text) => {
  expect(findGiftLink(text)).toBeNull()
})

test('only the end of a link is shown', () => {
  expect(endingOf(link)).toBe('bcde')
})
