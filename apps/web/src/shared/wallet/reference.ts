/** The part of an id that a person can read out: its last twelve characters, the random ones, in groups of four. */
export function formatReference(id: string): string {
  const signs = id.replaceAll('-', '').slice(-12).toUpperCase()
  return signs.match(/.{1,4}/g)?.join('-') ?? ''
}
