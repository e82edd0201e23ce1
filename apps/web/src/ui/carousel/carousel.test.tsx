import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Carousel, placeAt } from './carousel.tsx'

const words = {
  label: 'Offers',
  previous: 'Back',
  next: 'On',
  place: (place: number, count: number) => `${place} of ${count}`,
}
const slides = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ image: `/${place}.svg`, html: '' }))
const markup = (count: number) =>
  renderToStaticMarkup(<Carousel slides={slides(count)} words={words} />)

test('the slide nearest to the scroll position is shown, within the bounds', () => {
  expect([0, 149, 151, 600, 9_000, -20].map((at) => placeAt(at, 300, 3))).toEqual([
    0, 0, 1, 2, 2, 0,
  ])
  expect(placeAt(10, 0, 3)).toBe(0)
})

test('one slide has no buttons and is not focusable', () => {
  expect(markup(1)).not.toContain('<button')
  expect(markup(1)).not.toContain('tabindex')
})

test('several slides are numbered, have buttons, and are reached by keys', () => {
  const html = markup(3)
  expect(html.match(/<button/g)).toHaveLength(2)
  expect(html).toContain('tabindex="0"')
  expect(html).toContain('aria-label="3 of 3"')
  expect(html.match(/<img/g)).toHaveLength(3)
})

test('a slide without a picture shows none', () => {
  const bare = [{ image: '', html: '' }]
  expect(renderToStaticMarkup(<Carousel slides={bare} words={words} />)).not.toContain('<img')
})
