import { send } from '#core/api.ts'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { CallFault } from '#core/calls/fault.ts'
import { line } from '#core/calls/line.ts'
import type { I18n } from '#core/i18n.tsx'
import { showToast } from '#ui/feedback/toast.ts'

/** A call that takes so long makes us ask whether anybody answers; some calls are simply long. */
const doubtAfterMs = 5_000
/** Together with the time until the doubt, the eight seconds after which it is said. */
const answerWithinMs = 3_000
/** Between two questions while nothing is answered; at random, so that not all pages come back at once. */
const [pauseMinMs, pauseMaxMs] = [4_000, 8_000]

/**
 * Says when the house does not answer although there is a connection: at once when it is dead, after eight seconds when
 * it hangs. Goes on asking, and when it is answered has everything read again that reads again after a lost connection.
 */
export function watchLine(i18n: I18n): void {
  let isAsking = false

  function say(words: string): void {
    if (line.words === words) return
    // The banner is behind a sheet that covers the page.
    if (line.words === '' && document.querySelector('dialog:modal')) showToast('danger', words)
    line.words = words
    for (const listener of line.listeners) listener()
  }
  const sayNoAnswer = (): void => say(i18n.read().visitorText?.noAnswer ?? '')

  async function ask(): Promise<void> {
    if (isAsking) return
    isAsking = true
    // A page that is hidden or offline asks when its next call does.
    while (isWorthAsking()) {
      if (await isAnswered()) {
        if (line.words !== '') comeBack()
        break
      }
      sayNoAnswer()
      await pause()
    }
    isAsking = false
  }
  function comeBack(): void {
    say('')
    dispatchEvent(new Event('online'))
  }

  line.follow = (answer) => {
    const timer = setTimeout(() => void ask(), doubtAfterMs)
    answer
      .then(
        (response) => (isNobodys(response) || line.words !== '') && void ask(),
        () => void ask(),
      )
      .finally(() => clearTimeout(timer))
  }
  i18n.subscribe(() => line.words !== '' && sayNoAnswer())
  void i18n.loadVisitorText().catch(() => undefined)
}

/** Answered by what stands before the house, because the house did not. */
function isNobodys({ status, headers }: Response): boolean {
  return status >= 502 && status <= 504 && !/json/.test(headers.get('content-type') ?? '')
}

async function isAnswered(): Promise<boolean> {
  try {
    await send('GET /api/lookup/info', undefined, { timeoutMs: answerWithinMs })
    return true
  } catch (fault) {
    return fault instanceof CallFault && (fault.code !== null || fault.kind === 'leaving')
  }
}

function pause(): Promise<void> {
  const ms = pauseMinMs + Math.random() * (pauseMaxMs - pauseMinMs)
  return new Promise((resolve) => setTimeout(resolve, ms))
}
