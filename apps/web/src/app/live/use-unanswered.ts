import { useEffect } from 'react'
import { isWorthAsking } from '#core/browser/worth-asking.ts'
import { useLanguage } from '#core/i18n.tsx'
import { lazyText } from '#core/lazy-text/lazy-text.ts'
import { overdueAfterMs } from '#core/queries/use-overdue.ts'
import { showToast } from '#ui/feedback/toast.ts'

const unansweredTexts = lazyText('unanswered', {
  th: () => import('#text/th/unanswered.ts'),
  la: () => import('#text/la/unanswered.ts'),
  en: () => import('#text/en/unanswered.ts'),
})

const lookEveryMs = 1_000

/** Says once, on any screen, that something has been awaited for long: whatever waits is marked as busy. */
export function useUnanswered(): void {
  const language = useLanguage()
  useEffect(() => {
    // Before it is needed: a server that hangs sends no text either.
    const text = unansweredTexts.load(language).catch(() => null)
    let waited = 0
    const timer = setInterval(() => {
      const isWaiting = document.querySelector('[aria-busy=true]') !== null && isWorthAsking()
      waited = isWaiting ? waited + lookEveryMs : 0
      if (waited !== overdueAfterMs) return
      void text.then((sentence) => sentence !== null && showToast('danger', sentence))
    }, lookEveryMs)
    return () => clearInterval(timer)
  }, [language])
}
