import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'

const again = (): void => location.reload()

export function PartFailure() {
  const text = useText()
  // Usually the connection was lost when the files were requested, and is back before anybody presses the button.
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return <LoadFailed onAgain={again}>{text.error.part}</LoadFailed>
}
