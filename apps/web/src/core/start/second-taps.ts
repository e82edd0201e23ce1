const secondWithinMs = 400
const samePlacePx = 32

type Tap = { at: number; x: number; y: number; button: Element | null; name: string }

/**
 * The second of two quick taps is meant for what was there at the first: if something else has replaced it since, such
 * as "Close" in the place of "Transfer", the tap does nothing.
 */
export function ignoreSecondTaps(): void {
  let last: Tap | null = null
  let isTouch = false

  const isStray = (event: MouseEvent): boolean => {
    if (last === null || !(isTouch || event.detail > 1)) return false
    const isSecond =
      event.timeStamp - last.at < secondWithinMs &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < samePlacePx
    const now = tapOf(event)
    return isSecond && (now.button !== last.button || now.name !== last.name)
  }
  const stop = (event: MouseEvent): boolean => {
    if (!isStray(event)) return false
    event.preventDefault()
    event.stopImmediatePropagation()
    return true
  }

  addEventListener('pointerdown', ({ pointerType }) => (isTouch = pointerType === 'touch'), true)
  // A press outside a sheet closes it before there is a click.
  addEventListener('mousedown', stop, true)
  addEventListener(
    'click',
    (event) => {
      if (!stop(event) && event.isTrusted) last = tapOf(event)
    },
    true,
  )
}

function tapOf({ timeStamp, clientX, clientY, target }: MouseEvent): Tap {
  const button = target instanceof Element ? target.closest('button, a, label') : null
  const name = button?.getAttribute('aria-label') ?? button?.textContent ?? ''
  return { at: timeStamp, x: clientX, y: clientY, button, name }
}
