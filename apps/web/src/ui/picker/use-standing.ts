import { useEffect, useRef, type RefObject } from 'react'
import { placeInMiddle } from './moves.ts'

/** Longer than the pause between two events of one scroll. */
const restMs = 140

/** Puts the chosen place into the middle: at once when it is first drawn, later as a movement. */
export function useStanding(list: RefObject<HTMLElement | null>, place: number): void {
  const isFirst = useRef(true)
  // Not a layout effect: those of a sheet around it come later, and until then nothing has a height.
  useEffect(() => {
    if (list.current) standAt(list.current, place, isFirst.current ? 'instant' : 'smooth')
    isFirst.current = false
  }, [list, place])
}

/** Whether a finger or a wheel moves the list, or the list itself. */
export function useHand() {
  const isOn = useRef(false)
  const takeHold = (): void => {
    isOn.current = true
  }
  return {
    isOn: () => isOn.current,
    letGo: () => {
      isOn.current = false
    },
    // Not the moves of a touch: once the browser scrolls by itself, it need not tell of them.
    handlers: { onWheel: takeHold, onTouchStart: takeHold },
  }
}

/** Calls when a scroll has come to rest. Not every browser of ours tells of it. */
export function useRest(onRest: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useRef(onRest)
  useEffect(() => {
    rest.current = onRest
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => rest.current(), restMs)
  }
}

/** Which place stands in the middle now. */
export function placeShown(list: HTMLElement): number {
  return placeInMiddle(middlesOf(list), list.scrollTop + list.clientHeight / 2)
}

export function standAt(
  list: HTMLElement,
  place: number,
  how: 'instant' | 'smooth' = 'smooth',
): void {
  const middle = middlesOf(list)[place]
  // Where it stands already nothing has to move, and no scroll begins anew.
  if (middle === undefined || Math.abs(middle - list.clientHeight / 2 - list.scrollTop) < 1) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top: middle - list.clientHeight / 2, behavior: isCalm ? 'instant' : how })
}

function middlesOf(list: HTMLElement): number[] {
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  return options.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2)
}
