import type { Language } from '@kapao/contract/limits'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { I18nProvider as AriaLanguage } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import { askTouch } from '#core/calls/touch.ts'
import { I18nProvider, rememberedLanguage, startI18n, type I18n } from '#core/i18n.tsx'
import { listenForHotkeys } from '#core/page/hotkeys.ts'
import { applyTheme, readTheme } from '#core/page/theme.ts'
import { queryClient, reading } from '#core/queries.ts'
import { connectCalls } from '#core/send.ts'
import { loadText } from '#text/load.ts'
import { router } from './app/router.tsx'
import '@kapao/ui/tokens.css'
import '#ui/page.css'

const place = document.getElementById('root')
if (!place) throw new Error('the page has no #root')

applyTheme(readTheme())
listenForHotkeys(document)
connectCalls({ onTouch: askTouch, onLost: goToSignIn })

void start(place)

async function start(place: HTMLElement): Promise<void> {
  const i18n = await startI18n(await firstLanguage(), loadText)
  createRoot(place).render(<Console i18n={i18n} />)
}

/** The language chosen earlier in this browser, else the configured one, which only the server knows. */
async function firstLanguage(): Promise<Language> {
  const remembered = rememberedLanguage()
  if (remembered) return remembered
  return queryClient.fetchQuery(reading('GET /api/console/desk')).then(
    ({ language }) => language,
    () => 'en' as const,
  )
}

function goToSignIn(): void {
  const { pathname, searchStr } = router.state.location
  if (pathname === '/sign-in' || pathname === '/enrol') return
  const wasIn = queryClient.getQueryData(reading('GET /api/console/me').queryKey) !== undefined
  queryClient.clear()
  void router.navigate({
    to: '/sign-in',
    search: { back: pathname + searchStr, ...(wasIn ? { over: true } : {}) },
    replace: true,
  })
}

function Console({ i18n }: { i18n: I18n }) {
  return (
    <I18nProvider i18n={i18n}>
      <AriaLanguage locale="en-GB">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AriaLanguage>
    </I18nProvider>
  )
}
