import type { I18n } from '#core/i18n.tsx'
import { mayFetchAhead } from '#core/start/idle.ts'
import { startWorker, watchPage } from '#core/start/later.ts'
import { goOnInside } from '#shared/link.tsx'
import { pathAt, paths } from '#shared/paths.ts'
import type { Screens } from './screens.ts'

/** Everything that can wait for the first screen; home is prefetched for members about to log in. */
export async function goOn(screens: Screens, i18n: I18n): Promise<void> {
  watchPage(i18n, goOnInside)
  // A session may end while nothing can be fetched in time.
  if (mayFetchAhead())
    await screens[pathAt(location.pathname) === paths.login ? 'memberPart' : 'ended'].preload()
  await startWorker()
}
