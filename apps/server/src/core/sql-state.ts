/** The SQLSTATE of an insert that violates a unique key. */
export const uniqueViolation = '23505'

export function sqlStateOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  // No class of the standard begins with E; the system's own EPIPE has five letters too.
  return typeof code === 'string' && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : null
}
