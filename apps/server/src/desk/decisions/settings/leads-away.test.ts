import { expect, test } from 'vitest'
import { leadsAway } from './leads-away.ts'

const ours = `${'A'.repeat(43)}.webp`
const other = `${'B'.repeat(43)}.webp`

const before = {
  text: '<p>Write to <a href="https://line.me/R/ti/p/%40kapao">@kapao</a> or call 02-123-4567.</p>',
  picture: `/pictures/${ours}`,
}

test.each([
  ['the same words', before],
  [
    'other words, and a limit of 50,000.00',
    { ...before, text: '<p>Call 021234567, at most 50,000.00 baht.</p>' },
  ],
  [
    'a path of our own',
    { ...before, text: '<p><a href="/deposit">Deposit</a> from 08:00 to 23:30</p>' },
  ],
  ['less than before', { text: '' }],
  ['a link to the same picture', { ...before, link: `<a href="/pictures/${ours}">us</a>` }],
  ['nothing', null],
])('SCREEN-07 %s: leads nowhere new', (_what, after) => {
  expect(leadsAway(before, after)).toBe(false)
})

test.each([
  ['another account of LINE', 'Write to @kapao-help'],
  ['another address', '<a href="https://line.me/R/ti/p/%40other">LINE</a>'],
  ['an address without a scheme', 'see kapao-help.example'],
  ['an address in full-width letters', 'see ｋａｐａｏ-help．example'],
  ['a phone', 'call 081 234 5678'],
  ['a phone in Thai digits', 'โทร ๐๘๑-๒๓๔-๕๖๗๘'],
  ['a phone in Lao digits', 'ໂທ ໐໒໐ ໕໕໑ ໒໓໔໕'],
  ['a phone cut by markup', 'call 081<b>234</b>5678'],
  ['a link that calls', '<a href="tel:+66812345678">us</a>'],
  ['an address behind entities', 'line&#46;me/other'],
  ['another picture, which may show a code', `/pictures/${other}`],
  ['a link to another picture', `<a href="/pictures/${other}">here</a>`],
  ['a link to one by an odd path', `<a href="/x/../pictures/./${other}">here</a>`],
  ['a link to one by an encoded path', `<a href="/%70ictures/%42${other.slice(1)}">here</a>`],
])('SCREEN-07 %s: waits for a second person', (_what, text) => {
  expect(leadsAway(before, { ...before, more: [{ th: text }] })).toBe(true)
  expect(leadsAway(null, text)).toBe(true)
})
