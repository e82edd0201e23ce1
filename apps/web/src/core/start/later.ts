import type { I18n } from '#core/i18n.tsx'
import { watchLine } from './line-watch.ts'
import { offerPasskey } from './passkey-login.ts'
import { ignoreSecondTaps } from './second-taps.ts'

/** Everything that works without being drawn. */
export function watchPage(i18n: I18n, onLoggedIn: () => void): void {
  followKeyboard()
  ignoreSecondTaps()
  watchLine(i18n)
  offerPasskey(i18n, onLoggedIn)
}

/**
 * Keeps the focused field visible when the keyboard opens. Most browsers shrink the page for it, as the viewport tag
 * asks; where they overlay the page instead, `--keyboard` holds the height that is covered.
 */
function followKeyboard(): void {
  const view = globalThis.visualViewport
  if (!view) return

  function follow(): void {
    if (!view) return
    const covered = Math.max(0, Math.round(innerHeight - view.height - view.offsetTop))
    // Pinch zoom shrinks the viewport too, but is no keyboard.
    const keyboard = view.scale > 1.05 ? 0 : covered
    document.documentElement.style.setProperty('--keyboard', `${keyboard}px`)
    const field = document.activeElement
    if (!(field instanceof HTMLElement) || !field.matches('input, select, textarea')) return
    const { top, bottom } = field.getBoundingClientRect()
    if (top < 0 || bottom > view.height) field.scrollIntoView({ block: 'center' })
  }

  view.addEventListener('resize', follow)
}

type Policy = { createScriptURL: (address: string) => string }
type TrustedTypes = {
  createPolicy: (name: string, rules: Policy) => { createScriptURL: (address: string) => string }
}

const workerAddress = '/sw.js'

/**
 * Lets the app open without a connection. Only where the browser allows it: not on a plain HTTP address of the local
 * network, where the page works without it.
 */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !isSecureContext) return
  try {
    await navigator.serviceWorker.register(trusted(workerAddress))
    const { active } = await navigator.serviceWorker.ready
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    active?.postMessage(loadedFiles())
  } catch {
    // Private windows and full disks refuse; only opening offline is lost.
  }
}

/** Trusted Types require a policy for every script address; this one is a constant. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return address
  const policy = trustedTypes.createPolicy('worker', { createScriptURL: (given) => given })
  return policy.createScriptURL(address)
}

/** Inlined styles were not fetched: the next visit may start at another address, without them. */
function loadedFiles(): string[] {
  const styles = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  return [...performance.getEntriesByType('resource'), ...styles]
    .map((file) => new URL(file instanceof HTMLLinkElement ? file.href : file.name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
}
