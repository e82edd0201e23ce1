import { useEffect, useRef, type RefObject } from 'react'
import { placeInMiddle } from './moves.ts'

/** Longer than the pause between two events of one scroll. */
const restMs = 140

/** Scrolls the selected option to the middle: instantly on the first render, animated later. */
export function useStanding(list: RefObject<HTMLElement | null>, place: number): void {
  const isFirst = useRef(true)
  // Not a layout effect: those of a surrounding sheet run later, and until then nothing has a height.
  useEffect(() => {
    if (list.current) standAt(list.current, place, isFirst.current ? 'instant' : 'smooth')
    isFirst.current = false
  }, [list, place])
}

/** Whether the member moves the list, by finger or mouse wheel, or a script does. */
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
    // Touch moves are not listened to: once the browser scrolls, it need not report them.
    handlers: { onWheel: takeHold, onTouchStart: takeHold },
  }
}

/** Calls back when a scroll has ended. Not every supported browser has an event for it. */
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

/** The option that is in the middle now. */
export function placeShown(list: HTMLElement): number {
  return placeInMiddle(middlesOf(list), list.scrollTop + list.clientHeight / 2)
}

export function standAt(
  list: HTMLElement,
  place: number,
  how: 'instant' | 'smooth' = 'smooth',
): void {
  const middle = middlesOf(list)[place]
  // If it is in the middle already nothing scrolls, so no new scroll starts.
  if (middle === undefined || Math.abs(middle - list.clientHeight / 2 - list.scrollTop) < 1) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  list.scrollTo({ top: middle - list.clientHeight / 2, behavior: isCalm ? 'instant' : how })
}

function middlesOf(list: HTMLElement): number[] {
  const options = [...list.querySelectorAll<HTMLElement>('[role=option]')]
  return options.map(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2)
}
