import { isCallUnderWay } from '#core/calls/pending/pending.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { loadInfo } from '#shared/lookups.ts'

const reloadedKey = 'reloaded'

let decided: Promise<boolean> | null = null

/**
 * After a deployment an old page requests files that no longer exist, so it reloads: once for each build, never while a
 * call that moves money is open, and never without a working connection, because the browser would replace the page
 * with an error. Several files may be missing at once, and all get the same answer.
 */
export function mayReload(): Promise<boolean> {
  decided ??= decide().then((may) => {
    if (!may) decided = null
    return may
  })
  return decided
}

async function decide(): Promise<boolean> {
  const build = import.meta.url
  const isFree = () => navigator.onLine && !isCallUnderWay()
  if (!isFree() || readStored(reloadedKey, 'session') === build) return false
  const isReached = await loadInfo().then(
    () => true,
    () => false,
  )
  return isReached && isFree() && writeStored(reloadedKey, build, 'session')
}
