import { useRef, useState } from 'react'

/**
 * Lets one send at a time: what is pressed again while the first is under way does nothing. The mark is a ref, because
 * two taps can arrive before the page is drawn again.
 */
export function useSending(): [boolean, (send: () => Promise<void>) => Promise<void>] {
  const underWay = useRef(false)
  const [sending, setSending] = useState(false)

  async function once(send: () => Promise<void>): Promise<void> {
    if (underWay.current) return
    underWay.current = true
    setSending(true)
    try {
      await send()
    } finally {
      underWay.current = false
      setSending(false)
    }
  }

  return [sending, once]
}
