/** A step that a sheet has put into the history is being taken out; it takes the browser a moment. */
let leaving: Promise<void> | null = null

/** A browser that never answers must not keep a member from going on. */
const patienceMs = 300

/** Takes the newest step out of the history. */
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

/** Runs at once, or when the step is out: going on before would be undone by the way back. */
export function afterLeaving(goOn: () => void): void {
  if (leaving) void leaving.then(goOn)
  else goOn()
}

/** The sheet that the present place in the history belongs to. */
export function stepNow(): string | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('sheet' in state)) return null
  return typeof state.sheet === 'string' ? state.sheet : null
}
