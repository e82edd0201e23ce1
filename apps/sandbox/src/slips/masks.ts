/** `xxx-x-x5678-x`: four digits before the last, as most banks print it. */
export function maskAccount(accountNo: string): string {
  const shown = accountNo.slice(-5, -1)
  const hidden = 'x'.repeat(Math.max(0, accountNo.length - 5))
  return accountNo.length === 10 ? `xxx-x-x${shown}-x` : `${hidden}${shown}x`
}

/** `12xxxxxx5678`, masked in the middle as by the other service: two digits before, four behind. */
export function maskMiddle(accountNo: string): string {
  return `${accountNo.slice(0, 2)}${'x'.repeat(Math.max(0, accountNo.length - 6))}${accountNo.slice(-4)}`
}

const titled = /^(?:MR|MRS|MISS|MS)\.?\s+(?=\S+\s)/i

/** The first name in full after a title, and the last name cut to one letter. */
export function cutName(name: string, title: string): string {
  const [first = '', ...rest] = name.trim().replace(titled, '').split(/\s+/)
  const last = rest.length > 0 ? ` ${rest[0]!.slice(0, 1)}` : ''
  return `${title} ${first}${last}`.trim()
}
