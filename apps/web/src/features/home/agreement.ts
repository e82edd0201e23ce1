import { agreementDelayMs } from '@kapao/contract/limits'
import { useEffect, useState } from 'react'
import { call } from '#core/api.ts'
import { readStored, writeStored } from '#core/storage.ts'

const agreedKey = 'remember-agreement'
const agreed = 'true'

/** The terms of use, shown a moment after home is entered, until the member agrees once on this device. */
export function useAgreement() {
  const [shown, setShown] = useState<readonly string[] | null>(null)

  useEffect(() => {
    if (readStored(agreedKey) === agreed) return
    let isHere = true
    const timer = setTimeout(() => {
      // If it cannot be loaded, the next visit tries again.
      call('GET /api/lookup/agreements').then(
        ({ agreements }) => isHere && agreements.length > 0 && setShown(agreements),
        () => undefined,
      )
    }, agreementDelayMs)
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [])

  return {
    shown,
    close: () => setShown(null),
    agree: () => {
      writeStored(agreedKey, agreed)
      setShown(null)
    },
  }
}
