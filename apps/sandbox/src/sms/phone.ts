const thai = /^(?:0066|66|0)([689]\d{8})$/
const lao = /^(?:00856|856|0)(20\d{8}|30\d{7})$/

/** A mobile number of Thailand or Laos as country code and digits, or null for anything else. */
export function readPhone(text: string): string | null {
  const digits = text.replace(/[\s+()-]/g, '')
  const thaiDigits = thai.exec(digits)?.[1]
  if (thaiDigits !== undefined) return `66${thaiDigits}`
  const laoDigits = lao.exec(digits)?.[1]
  return laoDigits === undefined ? null : `856${laoDigits}`
}

/** The national format. */
export function localPhone(phone: string): string {
  return phone.replace(/^(66|856)/, '0')
}
