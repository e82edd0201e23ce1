/** Set while a history entry of a sheet is being removed, which takes the browser a moment. */
let leaving: Promise<void> | null = null

/** A browser that never fires the event must not block a member. */
const patienceMs = 300

/** Removes the newest entry from the history. */
export function leaveStep(): void {
  const left = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    setTimeout(resolve, patienceMs)
  })
  const mine = left.then(() => {
    if (leaving === mine) leaving = null
  })
  leaving = mine
  history.back()
}

/** Runs at once, or once the entry is removed: navigating before that would be undone by the step back. */
export function afterLeaving(goOn: () => void): void {
  if (leaving) void leaving.then(goOn)
  else goOn()
}

/** The sheet that the current history entry belongs to. */
export function stepNow(): string | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('sheet' in state)) return null
  return typeof state.sheet === 'string' ? state.sheet : null
}
