/** Of an id, what a person can read out: its last twelve signs, the ones that chance has made, in groups of four. */
export function formatReference(id: string): string {
  const signs = id.replaceAll('-', '').slice(-12).toUpperCase()
  return signs.match(/.{1,4}/g)?.join('-') ?? ''
}
