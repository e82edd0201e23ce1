import { call } from '#core/api.ts'
import { useAgainWhenBack } from '#core/browser/when-back.ts'
import { useAnswer } from '#core/calls/use-answer.ts'
import { useVisitorText } from '#core/i18n.tsx'
import { loadingDelay } from '#core/queries/loading-delay.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Button } from '#ui/form/button.tsx'
import { scrollIcon } from '@kapao/ui/icons/more-icons.ts'
import { SafeHtml } from '#ui/safe-html.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'

async function loadConditions() {
  await loadingDelay()
  return call('GET /api/lookup/conditions')
}

export function ConditionsSheet({ onClose }: { onClose: () => void }) {
  const text = useVisitorText().conditions
  const conditions = useAnswer(loadConditions)
  const { state, answer, again: reload } = conditions
  useAgainWhenBack(conditions)

  return (
    <Sheet
      title={text.title}
      onClose={onClose}
      footer={<Button onClick={onClose}>{text.confirm}</Button>}
    >
      {answer === null && state === 'loading' && (
        <>
          <Skeleton shape="title" />
          <Skeleton shape="card" />
        </>
      )}
      {answer === null && state === 'failed' && (
        <LoadFailed icon={scrollIcon} onAgain={reload}>
          {text.failed}
        </LoadFailed>
      )}
      {answer?.conditions.length === 0 && <EmptyState path={scrollIcon}>{text.empty}</EmptyState>}
      {answer?.conditions.map((markup, index) => (
        <SafeHtml key={index} markup={markup} />
      ))}
    </Sheet>
  )
}
