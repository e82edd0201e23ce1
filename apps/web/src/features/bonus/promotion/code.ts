/** The maximum length of a code. */
export const codeMax = 64

/** The code as it is sent: in capitals, without surrounding blanks; null for blank input, which is not sent. */
export function readCode(typed: string): string | null {
  const code = typed.trim().toUpperCase()
  return code === '' ? null : code
}
