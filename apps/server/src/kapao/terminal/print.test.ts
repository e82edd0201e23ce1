import { expect, test } from 'vitest'
import { jsonOf, pairsOf, tableOf } from './print.ts'

const harm = [
  ['clears the screen', '\u001b[2J'],
  ['sets the title', '\u001b]0;x\u0007'],
  ['orders in one character', '\u009b31m'],
  ['goes back to the beginning of the line', 'a\rb'],
  ['takes letters back', 'a\b\u007f'],
  ['turns what follows around', '\u202eb\u2067c'],
  ['marks a direction', '\u200fa\u200eb\u061c'],
] as const
const orders =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/

test.each(harm)('a name that %s is no command to the terminal', (_what, name) => {
  for (const text of [tableOf(['who', name], [[name, 'x']]), pairsOf([[name, name]])]) {
    expect(text).not.toMatch(orders)
    expect(text).toContain('\ufffd')
  }
})

test.each(harm)(
  'a name that %s is no command in JSON, which still has the original text',
  (_what, name) => {
    const text = jsonOf({ [name]: [name, `${name}\u2028`] })
    expect(text).not.toMatch(orders)
    expect(text).not.toContain('\u2028')
    expect(JSON.parse(text)).toEqual({ [name]: [name, `${name}\u2028`] })
  },
)

test('a name of several lines cannot imitate a row or a pair', () => {
  const name = 'SOMCHAI\nstate  credited'
  expect(tableOf(['who', 'state'], [[name, 'held']]).split('\n')).toHaveLength(2)
  expect(
    pairsOf([
      ['paid by', name],
      ['state', 'held'],
    ]).split('\n'),
  ).toEqual(['paid by  SOMCHAI', '         state  credited', 'state    held'])
})

test('letters of every language are unchanged', () => {
  const name = 'กำลัง ສະບາຍດີ Ünï 👩‍👧'
  expect(tableOf(['who'], [[name]])).toBe(`who\n${name}`)
})
