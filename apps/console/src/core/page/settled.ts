import { useEffect, useState } from 'react'

/** The text as it was when nothing had changed it for so long. */
export function useSettled(text: string, afterMs: number): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), afterMs)
    return () => clearTimeout(timer)
  }, [text, afterMs])
  return settled
}
