import type { z } from 'zod'
import { Impossible } from '../call.ts'
import type { ControlCall } from '../actor.ts'

/** Runs a control call on fields from JSON, a query or a form; reports invalid fields in one sentence. */
export async function runControlCall(
  call: ControlCall,
  fields: Record<string, unknown>,
): Promise<unknown> {
  const read = call.input.safeParse(fields)
  if (!read.success) throw new Impossible(sentence(call, read.error))
  return call.run(read.data as never)
}

function sentence(call: ControlCall, error: z.ZodError): string {
  const parts = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  return `${call.name} cannot read this: ${parts.join('; ')}.`
}
