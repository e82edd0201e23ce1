/** As long as a code may be. */
export const codeMax = 64

/** As it is sent: in capitals, without the blanks around it; null for nothing, for which nobody is asked. */
export function readCode(typed: string): string | null {
  const code = typed.trim().toUpperCase()
  return code === '' ? null : code
}
