import { Impossible } from '../call.ts'
import type { SandboxClock } from '../clock.ts'
import { localPhone, readPhone } from './phone.ts'

const messagesMax = 500

export type Message = {
  id: number
  at: string
  /** In national format, `0812345678`. */
  phone: string
  sender: string
  text: string
  /** The one-time code in it, so that tests need not extract it from the text. */
  code: string | null
}

export type Inbox = {
  receive: (message: { phone: string; sender: string; text: string; code?: string }) => Message
  list: (phone?: string) => Message[]
  clear: () => void
}

/** All phones of the sandbox in one place. */
export function createInbox(clock: SandboxClock): Inbox {
  let messages: Message[] = []
  let lastId = 0
  return {
    receive: ({ phone, sender, text, code = null as string | null }) => {
      lastId += 1
      const message = {
        id: lastId,
        at: clock.now().toISOString(),
        phone: localPhone(phone),
        sender,
        text,
        code,
      }
      messages.push(message)
      if (messages.length > messagesMax) messages.shift()
      return message
    },
    list: (phone) => {
      const newestFirst = messages.toReversed()
      if (phone === undefined) return newestFirst
      const wanted = readPhone(phone)
      if (wanted === null) throw new Impossible(`${phone} is no mobile number of Thailand or Laos.`)
      return newestFirst.filter((message) => message.phone === localPhone(wanted))
    },
    clear: () => {
      messages = []
    },
  }
}
