import { useRef, useState } from 'react'

/**
 * Allows one send at a time: a press while one is under way does nothing. The flag is a ref, because two taps can
 * arrive before the next render.
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
