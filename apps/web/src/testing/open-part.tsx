import type { CallInput, CallName, CallOutput } from '@kapao/contract/calls'
import type { Language } from '@kapao/contract/limits'
import { prepareDocument } from '@kapao/ui/testing/document.ts'
import { startServed, type Refusal, type SentCall } from '@kapao/ui/testing/served.ts'
import type { Screen } from '@testing-library/dom'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { Suspense, type ReactNode } from 'react'
import { afterEach, expect, vi } from 'vitest'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { createQueries } from '#core/queries/query-store.ts'
import { QueriesProvider } from '#core/queries/use-query.tsx'
import { keepToken } from '#core/session/token.ts'
import { loadMemberText, loadPublicText, loadVisitorText } from '#text/packs.ts'

/** What the server answers to each call, as on the wire. */
export type Answers = { [N in CallName]?: (input: CallInput<N>) => Answer<N> | Promise<Answer<N>> }
type Answer<N extends CallName> = CallOutput<N> | Refusal

// Whether a style hides an element costs half a second for each question; nothing of ours is hidden by one.
// A busy machine draws late, and nothing here proves how fast it is.
configure({ defaultHidden: true, asyncUtilTimeout: 15_000 })

let unexpected: readonly string[] = []

afterEach(() => {
  cleanup()
  // Toasts stand beside the part that showed them.
  for (const toast of document.querySelectorAll('[data-toast]')) toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  const left = unexpected
  unexpected = []
  expect(left, 'calls that the test does not answer').toEqual([])
})

type OpenPart = {
  user: UserEvent
  screen: Screen
  /** Presses the button of this name; of several the topmost. */
  press: (name: string | RegExp) => Promise<void>
  sent: readonly SentCall[]
  /** What was sent to this call. */
  sentTo: (name: CallName) => SentCall['input'][]
  /** Everything that can be read now. */
  words: () => string
  close: () => void
}

/** Draws a part of a member's page in a document, before a server that answers as the test says. */
export async function openPart(
  part: ReactNode,
  { answers = {}, language = 'en' }: { answers?: Answers; language?: Language } = {},
): Promise<OpenPart> {
  prepareDocument()
  keepToken('token-of-the-test', false)
  const served = startServed(answers)
  ;({ unexpected } = served)
  vi.stubGlobal('fetch', served.answer)
  const packs = { loadPublicText, loadVisitorText, loadMemberText }
  const i18n = await startI18n(language, packs, { remember: () => undefined })
  await i18n.loadVisitorText()
  await i18n.loadMemberText()
  const user = userEvent.setup()
  // The texts of a feature are fetched when it is drawn.
  const view = await act(async () =>
    render(
      <I18nProvider i18n={i18n}>
        <QueriesProvider queries={createQueries()}>
          <Suspense fallback={<i data-loading />}>{part}</Suspense>
        </QueriesProvider>
      </I18nProvider>,
    ),
  )
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull())
  return {
    user,
    screen,
    press: (name: string | RegExp) => user.click(screen.getAllByRole('button', { name }).at(-1)!),
    sent: served.sent,
    sentTo: (name: CallName) =>
      served.sent.filter((one) => one.name === name).map(({ input }) => input),
    words: () => (view.baseElement.textContent ?? '').replaceAll('\u00A0', ' '),
    close: view.unmount,
  }
}
