import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#core/api.ts'
import { momentAfter } from '#core/browser/countdown.ts'
import { loadingDelay } from '#core/queries/loading-delay.ts'
import { lastSyncKey } from '#core/session/member-storage.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { useWallet, type Wallet } from '#shared/wallet/wallet.ts'

/** `late`: a provider has not answered yet, and the figures shown may be older. */
export type Freshness = 'updating' | 'late' | 'fresh' | 'failed'

export type BalanceRefresh = {
  wallet: Wallet | undefined
  freshness: Freshness
  /** When both calls last succeeded, by this device's clock. */
  syncedAt: number | null
  refresh: () => void
}

/** How long the page waits for providers before it reads the wallet anyway. */
const patienceMs = 3_000
/** A member who was away for less has just seen these figures. */
const awayMs = 10_000

/**
 * Entering home reads the wallet for the last known figures, asks the providers, and reads the wallet again. The
 * refresh action does the same, and so does coming back online, or returning from a game.
 */
export function useRefreshing(): BalanceRefresh {
  const { data: wallet, refetch } = useWallet()
  const [freshness, setFreshness] = useState<Freshness>('updating')
  const [syncedAt, setSyncedAt] = useState(readSync)
  const isRunning = useRef(false)
  const isHere = useRef(true)

  const run = useCallback(async () => {
    const show = (now: Freshness): void => {
      if (isHere.current) setFreshness(now)
    }
    const reload = async (): Promise<boolean> => {
      if (!isHere.current) return false
      const { isSuccess, data, error } = await refetch()
      // The figures stay, with their age; a message would only frighten.
      // oxlint-disable-next-line no-console -- the product wants this failure logged and nothing else
      if (error) console.warn('the wallet could not be loaded', error)
      return isSuccess && data?.knownAt === undefined
    }
    show('updating')
    const asked = askProviders()
    const isInTime = await Promise.race([asked.then(() => true), wait(patienceMs)])
    if (!isInTime) {
      await reload()
      show('late')
    }
    const isAsked = await asked
    await loadingDelay()
    const isDone = (await reload()) && isAsked
    if (isDone && isHere.current) setSyncedAt(keepSync())
    show(isDone ? 'fresh' : 'failed')
  }, [refetch])

  const refresh = useCallback(() => {
    if (isRunning.current) return
    isRunning.current = true
    void run().finally(() => {
      isRunning.current = false
    })
  }, [run])

  useEffect(() => {
    isHere.current = true
    refresh()
    return () => {
      isHere.current = false
    }
  }, [refresh])
  useComingBack(refresh)

  return { wallet, freshness, syncedAt, refresh }
}

/** False if the call itself failed; failures of single providers are in the wallet, with the age of their figures. */
async function askProviders(): Promise<boolean> {
  try {
    await call('GET /api/wallet/refresh/slot')
    return true
  } catch {
    return false
  }
}

/** Refreshes after a game in another tab or in this one, and after a time without a connection. */
function useComingBack(refresh: () => void): void {
  useEffect(() => {
    let leftAt: number | null = null
    const turn = (): void => {
      if (document.visibilityState === 'hidden') leftAt = momentAfter(0)
      else if (leftAt !== null && momentAfter(0) - leftAt >= awayMs) refresh()
    }
    const comeBack = (event: PageTransitionEvent): void => {
      if (event.persisted) refresh()
    }
    document.addEventListener('visibilitychange', turn)
    addEventListener('pageshow', comeBack)
    addEventListener('online', refresh)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      removeEventListener('pageshow', comeBack)
      removeEventListener('online', refresh)
    }
  }, [refresh])
}

function readSync(): number | null {
  const kept = Number(readStored(lastSyncKey))
  return Number.isFinite(kept) && kept > 0 ? kept : null
}

function keepSync(): number {
  const now = momentAfter(0)
  writeStored(lastSyncKey, String(now))
  return now
}

/** Resolves with false after `ms`. */
function wait(ms: number): Promise<false> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ms)
  })
}
