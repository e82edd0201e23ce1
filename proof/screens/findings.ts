import type { Page } from '@playwright/test'
import { languages, type Language } from '../../packages/contract/src/limits.ts'

/** What stays as it is in every language: names, banks by the one in Thai that the product asks for, and what people wrote. */
const names =
  /Kapao|KAPAO|kapao\.\S*|QR|PIN|SMS|OTP|LINE|CSV|Android|iPhone|iOS|English|ไทย|ລາວ|Page Not Found|ธนาคาร\S*|Nok|Joker|Betflix|AskMeBet|Slot Racha|Circus|Area Slot|Slot XO|PayTimz|PayOneX|WW Pay|PG Soft|PG Slot|https?:\S+|[0-9a-f-]{16,}|k[a-z0-9]{12}|[A-Z0-9][A-Z0-9 .•-]+|[\w.-]+\.(com|example|jpg|png|mp4)/g

/** What a machine can see on a screen: too wide, too small, cut off, unnamed, or in another language. */
export async function findFlaws(page: Page, language: Language): Promise<string[]> {
  const { flaws, words } = await page.evaluate(lookAround)
  return [...flaws, ...foreignAmong(words, language)]
}

/** Words in another language than the one that is shown. */
export async function findForeign(page: Page, language: Language): Promise<string[]> {
  return foreignAmong((await page.evaluate(lookAround)).words, language)
}

const scripts = {
  th: /[\u0e00-\u0e7f]{2,}/,
  la: /[\u0e80-\u0eff]{2,}/,
  en: /[A-Za-z]{4,}/,
} as const

function foreignAmong(words: readonly string[], language: Language): string[] {
  return words.flatMap((line) => {
    const rest = line.replace(names, '')
    const others = languages.filter((one) => one !== language && scripts[one].test(rest))
    return others.map((one) => `${one} in ${language}: ${line}`)
  })
}

/** Runs in the page. */
function lookAround(): { flaws: string[]; words: string[] } {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const flaws: string[] = []
  const words = new Set<string>()
  const textOf = (element: Element): string => (element.textContent ?? '').trim().slice(0, 60)
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  }
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    flaws.push(`sideways: the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  for (const element of top.querySelectorAll<HTMLElement>('*')) {
    if (!isSeen(element)) continue
    const style = getComputedStyle(element)
    const own = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent?.trim() ?? '')
      .join(' ')
      .trim()
    if (own !== '') {
      words.add(own)
      if (Number.parseFloat(style.fontSize) < 13)
        flaws.push(`small: ${style.fontSize} ${own.slice(0, 40)}`)
      const isCut = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      if (isCut && element.tabIndex < 0 && !/auto|scroll/.test(style.overflowX))
        flaws.push(`cut: ${own.slice(0, 60)}`)
    }
    if (!element.matches('button, a[href], input, select, [role=button]')) continue
    const box = element.getBoundingClientRect()
    const name =
      element.getAttribute('aria-label') ??
      (textOf(element) ||
        element.querySelector('img')?.alt ||
        (element as HTMLInputElement).labels?.[0]?.textContent ||
        element.getAttribute('aria-labelledby'))
    if (!name) flaws.push(`unnamed: ${element.outerHTML.slice(0, 80)}`)
    const isInline = style.display === 'inline'
    if (!isInline && !element.matches('input') && Math.min(box.width, box.height) < 40)
      flaws.push(
        `touch: ${Math.round(box.width)}x${Math.round(box.height)} ${name ?? ''}`.slice(0, 80),
      )
  }
  return { flaws, words: [...words] }
}
