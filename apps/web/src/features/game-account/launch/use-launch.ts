import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { useFaultText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useMemberText } from '#core/i18n.tsx'
import { addRecent } from '#shared/games/recent.ts'
import { useSettings } from '#shared/page-settings.tsx'
import type { GameAccount } from '#shared/wallet/wallet.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { openTab, thisTab, type Entrance } from './game-tab.ts'
import { isWebAddress, launchOf, readLaunchSettings, type Launch } from './launch.ts'

export type Credentials = { username: string; password: string; event: string }

type LaunchingDeps = {
  game: GameAccount
  memberId: string
  loadCredentials: () => Promise<Credentials>
}

export type GameLaunch = {
  launch: Launch | null
  isBusy: boolean
  /** The game is ready, and the browser requires another tap to open its tab. */
  kept: Entrance | null
  /** `first` moves money and resolves with whether to open the game then. */
  play: (first?: () => Promise<boolean>) => void
}

export function useLaunching({ game, memberId, loadCredentials }: LaunchingDeps): GameLaunch {
  const { variant } = useSettings()
  const text = useMemberText().games
  const faultText = useFaultText()
  const [isBusy, once] = useSending()
  const [kept, setKept] = useState<Entrance | null>(null)
  const settings = readLaunchSettings(
    document.getElementById('settings')?.textContent ?? '',
    variant,
  )
  const launch = launchOf(game, settings)
  const isBack = useComingBack()

  async function enter(first: () => Promise<boolean>): Promise<void> {
    if (!launch) return
    setKept(null)
    // A returned link alone gets a tab of its own; a form and a fixed address take this place (GAME-18 to GAME-20).
    const isOwnTab = settings.opensTab && launch.kind === 'link'
    const tab = isOwnTab ? openTab() : thisTab()
    try {
      if (!(await first())) return tab.close()
      const entrance = await loadEntrance(launch, loadCredentials)
      if (!isWebAddress(entrance.address)) throw new Error('the link leads to no web page')
      addRecent(memberId, game.code)
      if (!tab.enter(entrance)) setKept(entrance)
      // While the game is loading in place of this page, a second tap would invalidate its link.
      else if (!isOwnTab) await isBack()
    } catch (fault) {
      tab.close()
      const sentence = fault instanceof Error && faultText(fault)
      if (sentence !== null) showToast('danger', sentence || text.closed)
    }
  }

  return {
    launch,
    isBusy,
    kept,
    play: (first = async () => true) => void once(() => enter(first)),
  }
}

/** The call does not carry the password in its address: the server has it. */
async function loadEntrance(
  launch: Launch,
  loadCredentials: () => Promise<Credentials>,
): Promise<Entrance> {
  if (launch.kind === 'address') return { address: launch.address, fields: null }
  const { username, password, event } = await loadCredentials()
  if (launch.kind === 'form')
    return { address: launch.address, fields: { username, password, event } }
  const { provider } = launch
  const { link } = await call('GET /api/autoLogin/{provider}/{username}[/{password}]', {
    provider,
    username,
  })
  return { address: link, fields: null }
}

/** How long a game may take to replace this page before it can be tapped again. */
const comingUpMs = 8_000

/** Waits until the browser restores this page, or has not left it for a while. */
function useComingBack(): () => Promise<void> {
  const [waiting] = useState(() => new Set<() => void>())

  useEffect(() => {
    const goOn = (): void => {
      for (const resolve of waiting) resolve()
      waiting.clear()
    }
    addEventListener('pageshow', goOn)
    return () => {
      removeEventListener('pageshow', goOn)
      goOn()
    }
  }, [waiting])

  return () =>
    new Promise<void>((resolve) => {
      waiting.add(resolve)
      setTimeout(resolve, comingUpMs)
    })
}
