import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/form/button.tsx'
import { alertIcon } from '#ui/icons/public-icons.ts'

const again = (): void => location.reload()

export function PartFailure() {
  const text = useText()
  // Most often the connection was away when the files were asked for, and it is back before anybody presses.
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <EmptyState
      path={alertIcon}
      failed
      action={
        <Button kind="secondary" onClick={again}>
          {text.action.again}
        </Button>
      }
    >
      {text.error.part}
    </EmptyState>
  )
}
