import type { Language } from '@kapao/contract/limits'

type Words = string | Record<Language, string>
type AnySlice = {
  code: string
  label: Words
  weight: number
  description?: Words | null
  prize?: { amount: string; currency: string } | null
}

/** A definition of a wheel that says the same in every language, with as many tickets as its sectors hold. */
export function anyWheel({
  name = 'Lucky',
  currency = 'BAHT',
  slices,
}: {
  name?: Words
  currency?: string
  slices: readonly AnySlice[]
}) {
  const look = { bgColor: '#112233', textColor: '#ffffff' }
  return {
    name: inAll(name),
    currency,
    tickets: slices.reduce((sum, { weight }) => sum + weight, 0),
    slices: slices.map(({ label, description = null, prize = null, ...one }) => ({
      ...look,
      ...one,
      label: inAll(label),
      description: description && inAll(description),
      prize,
    })),
  }
}

function inAll(words: Words) {
  return typeof words === 'string' ? { th: words, la: words, en: words } : words
}
