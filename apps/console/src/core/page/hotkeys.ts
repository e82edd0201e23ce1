import { useEffect, useRef } from 'react'

export type Hotkeys = Record<string, () => void>

/** Of several that know a key the newest takes it, as the one that lies on top. */
const layers: { keys: () => Hotkeys }[] = []

/** Single letters, while nobody types and no dialog is open. */
export function useHotkeys(keys: Hotkeys, isOn = true): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const layer = { keys: () => latest.current }
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [isOn])
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
    if (!layer) return
    event.preventDefault()
    layer.keys()[key]?.()
  })
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
