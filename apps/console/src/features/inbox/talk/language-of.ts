import type { DeskMessage } from '@kapao/contract/console/inbox'
import type { Language } from '@kapao/contract/limits'

/** The language in which the customer has last written, as its letters tell; else the one of their page. */
export function languageOf(messages: readonly DeskMessage[], usual: Language): Language {
  for (const { writer, message } of messages.toReversed()) {
    if (writer !== 'customer' || message.message_type !== 'text') continue
    const words = message.payload.message
    if (/\p{Script=Lao}/u.test(words)) return 'la'
    if (/\p{Script=Thai}/u.test(words)) return 'th'
  }
  return usual
}
