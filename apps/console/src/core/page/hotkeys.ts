import { useLayoutEffect, useRef } from 'react'

export type Hotkeys = Record<string, () => void>

/** If several handlers know a key, the newest handles it, since it is on top. */
const layers: { keys: () => Hotkeys }[] = []

/** A letter within this time of the one before belongs to the same word. */
const wordMs = 700
let lostAt = -Infinity

/**
 * Single letters, while no field has the focus and no dialog is open. They are registered in the layout phase: after
 * the paint, a fast operator on a slow machine would still press the keys of the previous screen.
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
    // A search forwards its keys to its list of results, which is not a field; the focused element decides.
    const isInField = isTyping(event.target) || isTyping(target.activeElement)
    if (isOpen || (!key.startsWith('ctrl+') && isInField)) return
    if (key === 'Enter' && hasOwnEnter(target.activeElement)) return
    const layer = layers.toReversed().find(({ keys }) => keys()[key])
    if (isOfLostWord(event, layer !== undefined) || !layer) return
    event.preventDefault()
    layer.keys()[key]?.()
  })
}

/**
 * An operator who pressed the letter of a decision before it was shown goes on to type the text of its field. None of
 * those letters counts as a decision until the typing has paused.
 */
function isOfLostWord(event: KeyboardEvent, isKnown: boolean): boolean {
  const { key, timeStamp, ctrlKey, metaKey } = event
  // Nobody types a word with Ctrl.
  if (ctrlKey || metaKey) return false
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

/** A link that has the focus is followed; the row that is open already leads nowhere. */
function hasOwnEnter(focused: Element | null): boolean {
  return focused?.closest('a[href]:not([aria-current="true"]), button, summary') != null
}

function leave(target: EventTarget | null): void {
  if (target instanceof HTMLElement) target.blur()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
}
