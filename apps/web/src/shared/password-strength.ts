import { passwordLengthMin } from '@kapao/contract/limits'

export type Strength = 'short' | 'weak' | 'good'

/** Long enough to need no mixture of signs. */
const longLength = 12

/** A hint while typing; it stops nobody, the server decides. Null while nothing is typed. */
export function strengthOf(password: string): Strength | null {
  if (password === '') return null
  if (password.length < passwordLengthMin) return 'short'
  const signs = new Set(password).size
  const kinds = [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const isVaried = signs > 4 && (kinds > 1 || password.length >= longLength)
  return isVaried ? 'good' : 'weak'
}
