import { call } from '#core/api.ts'
import { useQuery, useQueries } from '#core/queries/use-query.tsx'
import type { Credentials } from './launch/use-launch.ts'

const keyOf = (code: string) => ['game-account', code] as const

function loadCredentials(code: string): Promise<Credentials> {
  return call('GET /api/wallet/account/{slotCode}', { slotCode: code })
}

/** The member's name and password at a game, forgotten as soon as nothing shows them. */
export function useCredentials(code: string) {
  const queries = useQueries()
  const options = { queryKey: keyOf(code), queryFn: () => loadCredentials(code), isKept: false }
  const shown = useQuery({ ...options, refetchOnReturn: false })
  return {
    shown,
    load: () => queries.ensureQueryData(options),
    renew: async () => {
      const fresh = await call('GET /api/wallet/resetpassword/{slotCode}', { slotCode: code })
      queries.setQueryData<Credentials>(keyOf(code), (old) => ({ event: '', ...old, ...fresh }))
    },
  }
}

/** Opens an account at a game. */
export async function activate(code: string): Promise<void> {
  await call('GET /api/wallet/activate/{slotCode}', { slotCode: code })
}
