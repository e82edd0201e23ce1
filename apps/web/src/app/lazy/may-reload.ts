import { isCallUnderWay } from '#core/calls/pending/pending.ts'
import { readStored, writeStored } from '#core/storage.ts'
import { loadInfo } from '#shared/lookups.ts'

const reloadedKey = 'reloaded'

let decided: Promise<boolean> | null = null

/**
 * After a deploy an old page asks for files that are gone: once for each build, never while a call that moves money is
 * open, and never on a line that carries nothing, where the page would be lost for an error of the browser. Several files
 * may be missed at once, and the answer is the same for all of them.
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
