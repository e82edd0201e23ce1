const ellipsis = '…'
const cutOnCanvas = new Set<string>()

// What does not fit on the wheel is cut by its drawing, which leaves no element to measure.
const { prototype } = CanvasRenderingContext2D
const own = Object.getOwnPropertyDescriptor(prototype, 'fillText')!
const draw = own.value as (...drawn: unknown[]) => void
Object.defineProperty(prototype, 'fillText', {
  ...own,
  value: function fillText(this: CanvasRenderingContext2D, ...drawn: [string, number, number]) {
    const [text] = drawn
    if (text.endsWith(ellipsis)) cutOnCanvas.add(text.slice(0, -ellipsis.length))
    draw.apply(this, drawn)
  },
})

export function forgetCut(): void {
  cutOnCanvas.clear()
}

/** So many are reported, of so many letters each. */
const cutMax = 20
const lettersMax = 200

/** The words that members see only a part of: on a canvas as far as they are seen, elsewhere in full. */
export function findCut(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>('#root *, dialog *')]
  const cut = elements.filter(isCut).map(({ textContent }) => textContent.trim())
  const texts = new Set([...cutOnCanvas, ...cut.filter((text) => text !== '')])
  return [...texts].slice(0, cutMax).map((text) => text.slice(0, lettersMax))
}

/** A box that hides what is larger than itself, and cannot be scrolled. */
function isCut(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
  if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return false
  const { overflowX, overflowY, display } = getComputedStyle(element)
  if (display === 'inline' || clientWidth <= 1 || clientHeight <= 1) return false
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
  return (
    (hides(overflowX) && scrollWidth > clientWidth + 1) ||
    (hides(overflowY) && scrollHeight > clientHeight + 1)
  )
}
