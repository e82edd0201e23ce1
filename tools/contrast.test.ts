import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Tested here, because the page's own tests get every style sheet empty.
const css = readFileSync(join(import.meta.dirname, '../packages/ui/src/tokens.css'), 'utf8')

type Tokens = Record<string, string>

/** The token sets by their condition, each merged over the dark default as the browser would do it. */
function readSets(): Record<
  'dark' | 'light' | 'dark, more contrast' | 'light, more contrast',
  Tokens
> {
  const blocks = [...css.matchAll(/(?:@media ([^{]+)\{\s*)?:root \{([^}]*)\}/g)]
  const of = (condition: string | undefined): Tokens => {
    const found = blocks.find((block) => block[1]?.trim() === condition)?.[2] ?? ''
    return Object.fromEntries([...found.matchAll(/--([\w-]+): ([^;]+);/g)].map((m) => [m[1], m[2]]))
  }
  const dark = of(undefined)
  const light = { ...dark, ...of('(prefers-color-scheme: light)') }
  return {
    dark,
    light,
    'dark, more contrast': { ...dark, ...of('(prefers-contrast: more)') },
    'light, more contrast': {
      ...light,
      ...of('(prefers-contrast: more) and (prefers-color-scheme: light)'),
    },
  }
}

function luminanceOf(colour = ''): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(tokens: Tokens, front: string, back: string): number {
  const pair = [luminanceOf(tokens[front]), luminanceOf(tokens[back])]
  return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05)
}

const grounds = ['ink-0', 'ink-1', 'ink-2']

test.each(Object.entries(readSets()))(
  'texts are readable on every background: %s',
  (_name, tokens) => {
    for (const ground of grounds) {
      expect(contrastOf(tokens, 'text', ground), `text on ${ground}`).toBeGreaterThanOrEqual(7)
      for (const front of ['text-dim', 'gold-text', 'plus', 'minus', 'wait']) {
        expect(contrastOf(tokens, front, ground), `${front} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        )
      }
      expect(contrastOf(tokens, 'focus', ground), `focus on ${ground}`).toBeGreaterThanOrEqual(3)
    }
    expect(contrastOf(tokens, 'gold-ink', 'gold')).toBeGreaterThanOrEqual(7)
    expect(contrastOf(tokens, 'ink-1', 'minus'), 'words on red').toBeGreaterThanOrEqual(4.5)
  },
)
