import { useText } from '#core/i18n.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Button } from '#ui/form/button.tsx'
import { alertIcon } from '#ui/icons/public-icons.ts'

export function PartFailure() {
  const text = useText()
  return (
    <EmptyState
      path={alertIcon}
      failed
      action={
        <Button kind="secondary" onClick={() => location.reload()}>
          {text.action.again}
        </Button>
      }
    >
      {text.error.part}
    </EmptyState>
  )
}
