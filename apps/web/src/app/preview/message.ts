import type { Language } from '@kapao/contract/limits'

/** An answer of the server, as it would be on the wire. */
export type DraftAnswer = { method: string; path: string; status: number; body: unknown }

export type ScreenName =
  | 'login'
  | 'contact'
  | 'howto'
  | 'agreement'
  | 'conditions'
  | 'bonus'
  | 'promotion'
  | 'wheel'
  | 'invite'
  | 'refund'
  | 'deposit'
  | 'chat'

/** What the console posts; the frame answers `drawn` with the same number. */
export type ScreenOrder = {
  kind: 'show'
  number: number
  screen: ScreenName
  language: Language
  page: { settings: unknown; brandCss: string }
  answers: readonly DraftAnswer[]
  /** The bonus or the code that is opened on its screen. */
  code: string | null
}

/** Only what the window around the frame has posted, from the same host; a page of its own has none around it. */
export function orderIn(event: MessageEvent<unknown>): ScreenOrder | null {
  const isOurs = event.source === parent && parent !== window && event.origin === location.origin
  const order = event.data as ScreenOrder | null
  return isOurs && order?.kind === 'show' ? order : null
}

export function report(said: { kind: 'ready' } | { kind: 'drawn'; number: number; cut: string[] }) {
  // The frame has no origin, so it names the console's, which is that of its address.
  parent.postMessage(said, location.origin)
}
