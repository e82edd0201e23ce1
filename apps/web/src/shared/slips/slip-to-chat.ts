import type { CallOutput } from '@kapao/contract/calls'
import type { SlipReason } from '@kapao/contract/refusals'
import { useEffect, useRef } from 'react'
import { call } from '#core/api.ts'
import { useSending } from '#core/calls/use-sending.ts'
import { readFileAt } from '#core/files/read-file.ts'
import { formatDateTime } from '#core/format.ts'
import { continueInChat } from '../chat-draft.ts'

export type Slip = CallOutput<'POST /api/statement/slip'>['slips'][number]

/** The reasons whose texts ask the member to contact us. */
const askingUs: readonly SlipReason[] = [
  'DEST_ACC_INVALID',
  'TRIPPLE_WRONG_CAPTCHA',
  'NOT_MATCH',
  'EXPIRED_SLIP',
  'UNKNOW_ERROR',
]

export function asksUs({ status, note }: Pick<Slip, 'status' | 'note'>): boolean {
  return status === 'FAILED' && (note === null || askingUs.includes(note))
}

/** Hands a slip over to the chat: its picture as the server has it, and words by which staff find it. */
export function useSlipToChat(words: (when: string, reference: string) => string) {
  const [isBusy, once] = useSending()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const toChat = (slip: Pick<Slip, 'reference' | 'createdAt'>): void =>
    void once(async () => {
      const { reference, createdAt } = slip
      const file = await pictureOf(reference)
      // A member who has gone elsewhere meanwhile is left there.
      if (!isHere.current) return
      continueInChat({ words: words(formatDateTime(Date.parse(createdAt)), reference), file })
    })
  return { isBusy, toChat }
}

/** Without its picture the words still name the slip, and the member can attach it. */
async function pictureOf(reference: string): Promise<File | null> {
  const url = await call('GET /api/statement/slip/reference/{reference}', { reference }).then(
    (found) => found.url,
    () => null,
  )
  const picture = url === null ? null : await readFileAt(url)
  if (picture === null) return null
  const ending = picture.type === 'image/png' ? 'png' : 'jpg'
  return new File([picture], `slip.${ending}`, { type: picture.type })
}
