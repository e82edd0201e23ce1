import { z } from 'zod'
import { controlCall } from '../actor.ts'
import type { Actor, World } from '../actor.ts'
import { createInbox } from './inbox.ts'
import { createOtp } from './otp.ts'
import { createSending } from './send.ts'
import { smsSection } from './sms-section.ts'

/** The SMS company, and the phones of all recipients. */
export function createSmsActor({ clock }: World): Actor {
  const inbox = createInbox(clock)
  const otp = createOtp(clock, inbox)
  const sending = createSending(inbox)
  return {
    name: 'sms',
    title: 'SMS',
    routes: (stage) => {
      otp.routes(stage)
      sending.routes(stage)
    },
    control: [
      controlCall({
        name: 'sms.inbox',
        method: 'GET',
        path: '/sms/inbox',
        summary: 'The messages that phones received, newest first, perhaps of one phone only.',
        input: z.strictObject({ phone: z.string().optional() }),
        run: ({ phone }) => inbox.list(phone),
      }),
      controlCall({
        name: 'sms.clear',
        method: 'DELETE',
        path: '/sms/inbox',
        summary: 'Empties the inbox; codes that were sent stay good.',
        input: z.strictObject({}),
        run: () => inbox.clear(),
      }),
    ],
    panel: () => smsSection(inbox, clock),
    reset: () => {
      inbox.clear()
      otp.reset()
      sending.reset()
    },
  }
}
