import { useQuery } from '@tanstack/react-query'
import { call } from '#core/api.ts'
import { CallFault } from '#core/calls/fault.ts'

/** The member's bank account, which comes with the wallet; null from a server that has no wallet yet. */
export function useBankAccount() {
  return useQuery({ queryKey: ['wallet', 'bank-account'], queryFn: loadBankAccount })
}

async function loadBankAccount() {
  try {
    return (await call('GET /api/wallet')).bankAccount
  } catch (error) {
    if (error instanceof CallFault && error.status === 404) return null
    throw error
  }
}
