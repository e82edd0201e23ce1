import { createContext, use, useEffect, type ReactNode } from 'react'
import type { Settings } from '#core/settings.ts'

const SettingsContext = createContext<Settings | null>(null)

export function SettingsProvider({
  settings,
  children,
}: {
  settings: Settings
  children: ReactNode
}) {
  return <SettingsContext value={settings}>{children}</SettingsContext>
}

/** The operator's settings, which the server wrote into the page. */
export function useSettings(): Settings {
  const settings = use(SettingsContext)
  if (!settings) throw new Error('settings are used outside SettingsProvider')
  return settings
}

/** Sets the title of the tab and of the history entry: the screen and the name of the service. */
export function useTitle(screen: string): void {
  const { brand } = useSettings()
  useEffect(() => {
    document.title = `${screen} · ${brand.name}`
  }, [screen, brand.name])
}
