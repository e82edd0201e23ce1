/**
 * What comes before members as an offer: what they may take of it has a day's limit of its own, so that a new bonus does
 * not use up what cashiers may decide alone.
 */
export const offerKinds: readonly string[] = [
  'bonus define',
  'bonus switch',
  'promotions define',
  'promotions switch',
  'wheel define',
  'wheel on',
]

export function isOffer(kind: string): boolean {
  return offerKinds.includes(kind)
}
