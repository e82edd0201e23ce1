import type { z } from 'zod'

/** The body by its schema; null for anything else, such as half an answer or a firewall's page. */
export function readBody<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    const checked = schema.safeParse(JSON.parse(text))
    return checked.success ? checked.data : null
  } catch {
    return null
  }
}
