import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { placeAfterKey, placeInMiddle } from './moves.ts'
import { Picker } from './picker.tsx'

describe('a key', () => {
  test.each([
    ['ArrowDown', 1, 2],
    ['ArrowDown', 4, 4],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, 0],
    ['PageDown', 0, 3],
    ['PageDown', 3, 4],
    ['PageUp', 4, 1],
    ['Home', 3, 0],
    ['End', 0, 4],
    ['Enter', 2, null],
  ])('%s on place %d of five leads to %s', (key, place, next) => {
    expect(placeAfterKey(key, place, 5)).toBe(next)
  })
})

test('the option nearest to the middle is in the middle', () => {
  const middles = [30, 110, 170, 230]
  expect(placeInMiddle(middles, 0)).toBe(0)
  expect(placeInMiddle(middles, 69)).toBe(0)
  expect(placeInMiddle(middles, 71)).toBe(1)
  expect(placeInMiddle(middles, 500)).toBe(3)
})

describe('rendering', () => {
  const options = [
    { value: '', label: 'Choose' },
    { value: 'a', label: 'Apple', note: '3', group: 'Fruit' },
    { value: 'b', label: 'Berry', group: 'Fruit' },
    { value: 'c', label: 'Cabbage', group: 'Greens' },
  ]
  const markup = (value: string) =>
    renderToStaticMarkup(
      <Picker
        id="food"
        label="Food"
        options={options}
        value={value}
        onChange={() => undefined}
        onSettle={() => undefined}
      />,
    )

  test('one option is selected and named as the active one', () => {
    const html = markup('b')
    expect(html.match(/aria-selected="true"/g)).toHaveLength(1)
    const [, active] = /aria-activedescendant="([^"]+)"/.exec(html) ?? []
    expect(html).toMatch(
      new RegExp(`id="${active}"[^>]*aria-selected="true"[^>]*><span[^>]*>Berry`),
    )
  })

  test('an unknown value selects the first option', () => {
    expect(markup('gone')).toMatch(/aria-selected="true"[^>]*><span[^>]*>Choose/)
  })

  test('options of one group are inside it, under its name', () => {
    const html = markup('a')
    expect(html.match(/role="group"/g)).toHaveLength(2)
    const [, fruit = '', greens = ''] = html.split('role="group" aria-label=')
    expect(fruit.match(/role="option"/g)).toHaveLength(2)
    expect(fruit).toMatch(/^"Fruit"/)
    expect(greens).toMatch(/^"Greens"/)
    expect(html).not.toContain('style=')
  })
})
