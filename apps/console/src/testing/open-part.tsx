import type {
  ConsoleCallInput,
  ConsoleCallName,
  ConsoleCallOutput,
} from '@kapao/contract/console/calls'
import type { Language } from '@kapao/contract/limits'
import { prepareDocument } from '@kapao/ui/testing/document.ts'
import { startServed, type Refusal, type SentCall } from '@kapao/ui/testing/served.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { Screen } from '@testing-library/dom'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, vi } from 'vitest'
import { I18nProvider, startI18n } from '#core/i18n.tsx'
import { queryClient } from '#core/queries.ts'
import { connectCalls } from '#core/send.ts'
import { Toasts } from '#ui/feedback/toasts.tsx'
import { loadText } from '#text/load.ts'

/** What the console's server answers to each call, as on the wire. */
export type Answers = {
  [N in ConsoleCallName]?: (input: ConsoleCallInput<N>) => Answer<N> | Promise<Answer<N>>
}
type Answer<N extends ConsoleCallName> = ConsoleCallOutput<N> | Refusal

type PartOptions = {
  answers?: Answers
  language?: Language
  /** What a request for the passkey comes to. */
  onTouch?: () => Promise<boolean>
  onLost?: () => void
}

// Whether a style hides an element costs half a second for each question; nothing of ours is hidden by one.
// A busy machine draws late, and nothing here proves how fast it is.
configure({ defaultHidden: true, asyncUtilTimeout: 15_000 })

let unexpected: readonly string[] = []

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  const left = unexpected
  unexpected = []
  expect(left, 'calls that the test does not answer').toEqual([])
})

/** Whatever the address is, the part is drawn. */
function createPartRouter(part: ReactNode) {
  return createRouter({
    routeTree: createRootRoute({ component: () => part, notFoundComponent: () => part }),
    history: createMemoryHistory(),
  })
}

type OpenPart = {
  user: UserEvent
  screen: Screen
  router: ReturnType<typeof createPartRouter>
  sent: readonly SentCall[]
  /** A button, once it may be pressed. */
  pressable: (name: string) => Promise<HTMLElement>
  /** What was sent to this call. */
  sentTo: (name: ConsoleCallName) => SentCall['input'][]
  /** Everything that can be read now. */
  words: () => string
  close: () => void
}

/** Draws a part of the operators' page in a document, before a server that answers as the test says. */
export async function openPart(
  part: ReactNode,
  {
    answers = {},
    language = 'en',
    onTouch = async () => false,
    onLost = () => undefined,
  }: PartOptions = {},
): Promise<OpenPart> {
  prepareDocument()
  const served = startServed(answers)
  ;({ unexpected } = served)
  vi.stubGlobal('fetch', served.answer)
  connectCalls({ onTouch, onLost })
  const i18n = await startI18n(language, loadText)
  const user = userEvent.setup()
  const router = createPartRouter(part)
  const view = await act(async () =>
    render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>,
    ),
  )
  return {
    user,
    screen,
    router,
    sent: served.sent,
    pressable: (name: string) =>
      waitFor(() => {
        const button = screen.getByRole<HTMLButtonElement>('button', { name })
        if (button.disabled || button.ariaDisabled === 'true')
          throw new Error(`${name} may not be pressed yet`)
        return button
      }),
    sentTo: (name: ConsoleCallName) =>
      served.sent.filter((one) => one.name === name).map(({ input }) => input),
    words: () => (view.baseElement.textContent ?? '').replaceAll('\u00A0', ' '),
    close: view.unmount,
  }
}
