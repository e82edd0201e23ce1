import type { Page } from '@playwright/test'

const usualPx = 16

/** As in the browser's settings: everything sized in font units grows, breakpoints too. */
export async function enlargeText(page: Page, share = 2): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const size = usualPx * share
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
}

/** Unreadable with large text: a page that overflows sideways, and words that are cut off. */
export async function findUnfit(page: Page): Promise<string[]> {
  return page.evaluate(lookForUnfit)
}

/** Runs in the page. */
function lookForUnfit(): string[] {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body
  const found = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`sideways by ${scrollWidth - clientWidth} px`)
  // Half a letter's edge is tolerated; Thai and Lao marks extend above and below their line.
  const [besidePx, abovePx] = [2, 8]
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const isHidden = (element: Element): boolean => {
    const { clipPath, position } = getComputedStyle(element)
    return position === 'absolute' && clipPath !== 'none'
  }

  /** The frame that cuts off this rectangle, if one does. */
  function cutBy(box: DOMRect, from: Element): string | null {
    let [scrollsX, scrollsY] = [false, false]
    for (let frame: Element | null = from; frame; frame = frame.parentElement) {
      if (isHidden(frame)) return null
      const { overflowX, overflowY, position } = getComputedStyle(frame)
      const edge = frame.getBoundingClientRect()
      const isOver = (way: string): boolean => way !== 'visible'
      if (/auto|scroll/.test(overflowX)) scrollsX = true
      else if (isOver(overflowX) && !scrollsX)
        if (box.left < edge.left - besidePx || box.right > edge.right + besidePx) return 'beside'
      if (/auto|scroll/.test(overflowY)) scrollsY = true
      else if (isOver(overflowY) && !scrollsY)
        if (box.top < edge.top - abovePx || box.bottom > edge.bottom + abovePx) return 'above'
      if (position === 'fixed') break
    }
    if (!scrollsX && (box.left < -besidePx || box.right > innerWidth + besidePx)) return 'the page'
    return null
  }

  const words = document.createTreeWalker(top, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const parent = node.parentElement
    if (text === '' || !parent || parent.closest('option, script, style, svg') || !isSeen(parent))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const edge = [...range.getClientRects()]
      .filter(({ width }) => width > 0)
      .map((box) => cutBy(box, parent))
      .find((one) => one !== null)
    if (edge) found.add(`cut off by ${edge}: ${text.slice(0, 40)}`)
  }
  for (const field of top.querySelectorAll<HTMLElement>('input:not([type=file]), select, button')) {
    if (!isSeen(field) || field.matches('[hidden]')) continue
    const edge = cutBy(field.getBoundingClientRect(), field.parentElement!)
    if (edge === 'beside' || edge === 'the page')
      found.add(`cut off by ${edge}: ${field.outerHTML.slice(0, 60)}`)
  }
  return [...found]
}
