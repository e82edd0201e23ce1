import type { Banner } from '@kapao/contract/fields'

/** A drawing of our own, as a data address: three coins in front of rays. The words stand in the markup, where they are read aloud. */
export function bannerOf(words: string, color: string): Banner {
  const rays = Array.from({ length: 12 }, (_, at) => {
    const turn = at * 30
    return `<path d="M480 90 L900 60 L900 120Z" fill="#fff" fill-opacity=".07" transform="rotate(${turn} 480 90)"/>`
  }).join('')
  const coins = [
    [430, 112, 34],
    [500, 96, 44],
    [566, 122, 30],
  ]
    .map(
      ([x, y, r]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="#f5b83d"/><circle cx="${x}" cy="${y}" r="${r! - 7}" fill="none" stroke="#fff3d0" stroke-width="3"/>`,
    )
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200"><rect width="640" height="200" fill="${color}"/>${rays}${coins}</svg>`
  return {
    image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    html: `<p>${words}</p>`,
  }
}
