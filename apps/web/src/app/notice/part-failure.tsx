import { useEffect } from 'react'
import { useText } from '#core/i18n.tsx'
import { LoadFailed } from '#ui/feedback/load-failed.tsx'

const again = (): void => location.reload()

export function PartFailure() {
  const text = useText()
  // Most often the connection was away when the files were asked for, and it is back before anybody presses.
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return <LoadFailed onAgain={again}>{text.error.part}</LoadFailed>
}
