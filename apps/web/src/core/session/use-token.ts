import { useSyncExternalStore } from 'react'
import { subscribeToSession } from './session.ts'
import { readToken } from './token.ts'

/** The token as stored now; changes when this or another tab logs in or out. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribeToSession, readToken, () => null)
}
