import { useLayoutEffect, useRef } from 'react'

export type Hotkeys = Record<string, () => void>

/** Of several that know a key the newest takes it, as the one that lies on top. */
const layers: { keys: () => Hotkeys }[] = []

/** A letter within this time of the one before belongs to the same word. */
const wordMs = 700
let lostAt = -Infinity

/**
 * Single letters, while no field has the focus and no dialog is open. They count as soon as what they are for is drawn: after the
 * picture, a quick hand on a slow machine would meet the keys of the picture before.
 */
export function useHotkeys(keys: Hotkeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const layer = { keys: () => latest.current }
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
}

export function listenForHotkeys(target: Document): void {
  target.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return
    const key = nameOf(event)
    const isOpen = target.querySelector('[role="dialog"], [role="alertdialog"]') !== null
    // Escape leaves a field, so that the letters are keys again; what was typed stays.
    if (key === 'Escape' && !isOpen && isTyping(event.target)) return leave(event.target)
    // A search repeats its keys at its list of results, which is no field: what counts is where one types.
    const isInField = isTyping(event.target) || isTyping(target.activeElement)
    if (isOpen || (!key.startsWith('ctrl+') && isInField)) return
    const layer = layers.toReversed().find(({ keys }) => keys()[key])
    if (isOfLostWord(event, layer !== undefined) || !layer) return
    event.preventDefault()
    layer.keys()[key]?.()
  })
}

/**
 * An operator who pressed the letter of a decision before it was there goes on with words for its field. None of
 * their letters is a decision of its own, until the hand has rested.
 */
function isOfLostWord({ key, timeStamp }: KeyboardEvent, isKnown: boolean): boolean {
  if (key === ' ' || (key.length > 1 && key !== 'Enter')) return false
  const isLost = timeStamp - lostAt < wordMs || (!isKnown && key !== 'Enter')
  if (isLost) lostAt = timeStamp
  return isLost
}

/** `?` needs Shift on most keyboards, so Shift is part of the letter and not of the name. */
function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return ''
  return ctrlKey || metaKey
    ? `ctrl+${key.toLowerCase()}`
    : key.length === 1
      ? key.toLowerCase()
      : key
}

function leave(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.blur()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
