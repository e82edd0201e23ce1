import type { DepositAccount } from '@kapao/contract/lookup'
import { useState } from 'react'
import { CallFault } from '#core/calls/fault.ts'
import { useFaultText, useRefusalText } from '#core/calls/fault-text.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { useQueries } from '#core/queries/use-query.tsx'
import { showToast } from '#ui/feedback/toast.ts'
import { anotherProvider, createQr, readPageSettings } from './queries.ts'

export type Failure =
  /** `other` is the provider selected instead, if one takes the amount. */
  | { kind: 'gateway'; attempt: number; provider: string; other: string | null }
  | { kind: 'fault'; attempt: number; code: string | null; sentence: string }

type CodeCreation = {
  isSending: boolean
  failure: Failure | null
  forget: () => void
  create: (provider: string, amount: number) => void
}

/** Creates a code; if the gateway fails, selects another provider that takes the amount. */
export function useCreating(
  accounts: readonly DepositAccount[],
  onChoose: (provider: string) => void,
): CodeCreation {
  const queries = useQueries()
  const faultText = useFaultText()
  const refusalText = useRefusalText()
  const [isSending, once] = useSending()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt, setAttempt] = useState(0)

  const create = (provider: string, amount: number): void =>
    void once(async () => {
      setFailure(null)
      setAttempt(attempt + 1)
      try {
        const made = await createQr(queries, provider, amount)
        if (made && !made.hasQrcode) turnElsewhere(provider, amount, made.message)
      } catch (fault) {
        const sentence = faultText(fault)
        const code = fault instanceof CallFault ? fault.code : null
        if (sentence !== null) setFailure({ kind: 'fault', attempt, code, sentence })
      }
    })

  function turnElsewhere(provider: string, amount: number, message = 'QR_FAIL'): void {
    showToast('danger', refusalText(message))
    const codes = accounts.map(({ bankCode }) => bankCode)
    const other = anotherProvider(codes, { provider, amount }, readPageSettings())
    setFailure({ kind: 'gateway', attempt, provider, other })
    if (other !== null) onChoose(other)
  }

  return { isSending, failure, forget: () => setFailure(null), create }
}
