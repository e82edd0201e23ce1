import type { Me } from '@kapao/contract/console/sign-in'
import { useNavigate } from '@tanstack/react-router'
import { useText } from '#core/i18n.tsx'
import { Empty } from '#ui/feedback/empty.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { keepMe } from '#shared/me.ts'
import { SignInScreen } from '../features/entry/sign-in-screen.tsx'

/** After signing in again the operator returns to the page they were on. */
export function SignInRoute({ back, isOver }: { back: string; isOver: boolean }) {
  const navigate = useNavigate()
  const goIn = (me: Me): void => {
    keepMe(me)
    void navigate({ to: back, replace: true })
  }
  return (
    <SignInScreen
      isOver={isOver}
      onDone={goIn}
      onJoin={() => void navigate({ to: '/join' })}
      onRecover={() => void navigate({ to: '/recover' })}
    />
  )
}

export function NotFound() {
  const text = useText()
  return <Empty title={text.desk.notFound} />
}

/** A part fails to load when its build was replaced, or without a connection. */
export function PartFailure() {
  const text = useText()
  return (
    <FaultNote action={<Button onPress={() => location.reload()}>{text.desk.reload}</Button>}>
      {text.desk.newVersion}
    </FaultNote>
  )
}
