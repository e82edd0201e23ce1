import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { passwordLengthMax, passwordLengthMin } from '@kapao/contract/limits'

/** The 3000 commonest that are long enough to pass otherwise, commonest first (docs/security.md names the source). */
const commonest = new Set(
  readFileSync(join(import.meta.dirname, 'commonest-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n'),
)

/** The rest of a password beside a guessable word must have at least this many characters. */
const restMin = 4
const rows = ['01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz']
const runs = [...rows, ...rows.map((row) => [...row].toReversed().join(''))]

export type PasswordOwner = { phone: string | null; brand: string }

/**
 * OP-B14: the rule that a password breaks, as a text that begins with the field, like all such texts; null when it is
 * allowed.
 */
export function findPasswordProblem(
  password: string,
  { phone, brand }: PasswordOwner,
): string | null {
  const length = [...password].length
  if (length < passwordLengthMin || length > passwordLengthMax)
    return `password must have ${passwordLengthMin} to ${passwordLengthMax} characters`
  const plain = password.toLowerCase()
  if (commonest.has(plain) || isPattern(plain)) return 'password is one of the commonest'
  if (phone !== null && isMostly(plain.replaceAll(/[\s-]/g, ''), phone.replace(/^0/, '')))
    return 'password must not be the phone number'
  if (isMostly(plain, brand.toLowerCase())) return 'password must not be the name of this service'
  return null
}

/** Whether a password is one of the commonest, a pattern, or hardly more than this word. */
export function isGuessable(password: string, word: string): boolean {
  const plain = password.toLowerCase()
  return commonest.has(plain) || isPattern(plain) || isMostly(plain, word.toLowerCase())
}

function isMostly(password: string, word: string): boolean {
  return word !== '' && password.includes(word) && password.length - word.length < restMin
}

/** One piece repeated, or keys that lie side by side. */
function isPattern(password: string): boolean {
  if (/^(.{1,4})\1+$/su.test(password)) return true
  return runs.some((run) => run.repeat(2).includes(password))
}
