/** The address that the member's page would have: a frame without origin cannot change its own. */
const place = { path: '/' }

export function showAt(path: string): void {
  place.path = path
}

export function usePathname(): string {
  return place.path
}

/** One screen is shown; a link leads nowhere. */
export function navigate(): void {}
