/** Where an account of ours leads, and in which protocol: what may be shown of it. */
export type DoorPlace = { family: string; host: string }

/** The host alone: a path or a user name in an address may be a secret. */
export function placeOf({ family, address }: { family: string; address: string }): DoorPlace {
  return { family, host: hostOf(address) }
}

export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? ''
}
