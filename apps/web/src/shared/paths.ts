/** Every address of the product, and the part of it that an address belongs to. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  howto: '/howto',
  contact: '/contact',
  user: '/user',
  home: '/user/home',
  profile: '/user/profile',
  bonus: '/user/bonus',
  statement: '/user/statement',
  userContact: '/user/contact',
  spin: '/user/spin',
  terminated: '/terminated',
} as const

export type AppPath = (typeof paths)[keyof typeof paths]
export type Area = 'public' | 'member' | 'redirect' | 'terminated'

const areas: Record<AppPath, Area> = {
  '/': 'redirect',
  '/user': 'redirect',
  '/login': 'public',
  '/register': 'public',
  '/howto': 'public',
  '/contact': 'public',
  '/user/home': 'member',
  '/user/profile': 'member',
  '/user/bonus': 'member',
  '/user/statement': 'member',
  '/user/contact': 'member',
  '/user/spin': 'member',
  '/terminated': 'terminated',
}

/** Null for an unknown address. A trailing slash is ignored, because people and chat programs add one. */
export function pathAt(pathname: string): AppPath | null {
  const path = pathname.replace(/\/+$/, '') || '/'
  return Object.hasOwn(areas, path) ? (path as AppPath) : null
}

export function areaOf(path: AppPath): Area {
  return areas[path]
}

/** The target of an address that shows nothing of its own. */
export function redirectOf(path: AppPath): AppPath | null {
  if (path === paths.root) return paths.user
  return path === paths.user ? paths.home : null
}
