import type { Me } from '@kapao/contract/console/sign-in'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { keepMe } from '#shared/me.ts'
import { EnrolScreen } from '../features/entry/enrol-screen.tsx'
import { JoinScreen } from '../features/entry/first/join-screen.tsx'
import { RecoverScreen } from '../features/entry/first/recover-screen.tsx'

export function JoinRoute() {
  const navigate = useNavigate()
  return <JoinScreen onSignIn={() => void navigate({ to: '/sign-in' })} />
}

export function RecoverRoute() {
  const navigate = useNavigate()
  return <RecoverScreen onSignIn={() => void navigate({ to: '/sign-in' })} />
}

export function EnrolRoute() {
  const navigate = useNavigate()
  // Read once, then removed from the address so that the history does not keep it.
  const [token] = useState(takeToken)
  const goIn = (me: Me): void => {
    keepMe(me)
    void navigate({ to: '/', replace: true })
  }
  return <EnrolScreen token={token} onDone={goIn} />
}

function takeToken(): string {
  return location.hash.slice(1)
}
