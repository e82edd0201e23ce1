import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { sizes, type Look } from './looks.ts'
import type { State } from './scene.ts'

export type Picture = { file: string; title: string; look: Look; state: State }

/** How many stand beside and below each other, and how much smaller they are. */
const grids = {
  phone: { beside: 4, below: 2, scale: 1 },
  wide: { beside: 2, below: 3, scale: 0.6 },
  large: { beside: 5, below: 2, scale: 1 },
} as const

/** Puts pictures of one look side by side, a few to a sheet, so that a person can go through all of them. */
export async function writeSheets(
  browser: Browser,
  folder: string,
  pictures: readonly Picture[],
): Promise<string[]> {
  const page = await browser.newPage()
  const written: string[] = []
  for (const [name, group] of Map.groupBy(pictures, sheetOf)) {
    const { size } = group[0]!.look
    const { beside, below, scale } = grids[size]
    const width = Math.round(sizes[size].width * scale)
    for (let from = 0; from < group.length; from += beside * below) {
      const some = group.slice(from, from + beside * below)
      const file = `${name}-${1 + from / (beside * below)}`
      await writeFile(join(folder, `${file}.html`), htmlOf(some, { width, beside }))
      await page.setViewportSize({ width: beside * (width + 8) + 8, height: 600 })
      await page.goto(`file://${join(folder, `${file}.html`)}`)
      await page.screenshot({ path: join(folder, `${file}.png`), fullPage: true })
      written.push(`${file}.png`)
    }
  }
  await page.close()
  return written
}

function sheetOf({ look: { language, size, scheme }, state }: Picture): string {
  const kind = state === 'filled' ? 'filled' : 'states'
  return `sheet-${kind}-${language}-${size}-${scheme}`
}

function htmlOf(
  pictures: readonly Picture[],
  { width, beside }: { width: number; beside: number },
): string {
  const figures = pictures.map(
    ({ file, title, state }) =>
      `<figure><figcaption>${title}${state === 'filled' ? '' : ` · ${state}`}</figcaption><a href="${file}"><img src="${file}" width="${width}"></a></figure>`,
  )
  return `<!doctype html><meta charset="utf-8"><style>
body { margin: 8px; display: grid; grid-template-columns: repeat(${beside}, ${width}px); gap: 8px; background: #888; }
figure { margin: 0 } figcaption { font: 13px/1.5 sans-serif; background: #fff } img { display: block }
</style>${figures.join('\n')}`
}
