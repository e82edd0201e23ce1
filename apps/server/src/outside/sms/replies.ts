import { z } from 'zod'
import { parseBody, readValue } from '../reply.ts'

/** docs/outside/sms.md: success answers may be inside `data`, and refusals in several wrappings. */
const codeSent = z.object({
  status: z.literal('success'),
  token: z.string().min(1).max(500),
  refno: z.string().min(1).max(20),
})
const codeRight = z.object({ status: z.literal('success') })
const textSent = z.object({
  phone_number_list: z.array(z.object({ number: z.string() })),
  bad_phone_number_list: z.array(z.unknown()),
})

export function readCodeSent(text: string): z.output<typeof codeSent> | null {
  return readWrapped(codeSent, text)
}

export function isCodeRight(text: string): boolean {
  return readWrapped(codeRight, text) !== null
}

/** A bad number is no error status: it is in the list of bad numbers. */
export function isTextSent(text: string): boolean {
  const sent = readWrapped(textSent, text)
  return (
    sent !== null && sent.phone_number_list.length > 0 && sent.bad_phone_number_list.length === 0
  )
}

export type CodeRefusal = 'wrong' | 'expired' | 'other'

/** DecisionResult by the text, wherever it is: only these two are about the code and not about our account with them. */
export function readCodeRefusal(text: string): CodeRefusal {
  const words = textsIn(parseBody(text))
  if (words.some((word) => /^code is invalid/i.test(word))) return 'wrong'
  if (words.some((word) => /^token is expire/i.test(word))) return 'expired'
  return 'other'
}

function readWrapped<T>(schema: z.ZodType<T>, text: string): T | null {
  const value = parseBody(text)
  return readValue(schema, value) ?? readValue(z.object({ data: schema }), value)?.data ?? null
}

const depthMax = 6

function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value.trim()]
  if (typeof value !== 'object' || value === null || depth > depthMax) return []
  return Object.values(value).flatMap((part) => textsIn(part, depth + 1))
}
