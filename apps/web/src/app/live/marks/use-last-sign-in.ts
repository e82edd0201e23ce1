import type { CallOutput } from '@kapao/contract/calls'
import { useEffect } from 'react'
import { formatDateTime } from '#core/format.ts'
import { showToast } from '#ui/feedback/toast.ts'
import { hasSent } from './has-sent.ts'
import { useProfileText } from '../../../features/profile/text/profile-text.ts'

type LastSignIn = CallOutput<'GET /api/notices/marks'>['lastSignIn']

/** Says after a login when and where the one before it was, once. */
export function useLastSignIn(last: LastSignIn | undefined): void {
  const text = useProfileText().devices
  const at = last && hasLoggedIn() ? formatDateTime(Date.parse(last.at)) : null
  const where = `${last?.device || text.unknown} · ${last?.network}`
  useEffect(() => {
    if (at !== null) showToast('success', text.lastSignIn(at, where))
  }, [at, where, text])
}

const hasLoggedIn = () => hasSent('/api/login') || hasSent('/api/passkeys/sign-in')
