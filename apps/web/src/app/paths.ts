/** Every address of the product; until its screen exists, an address shows the first page. */
const productPaths = [
  '/',
  '/login',
  '/register',
  '/howto',
  '/contact',
  '/user',
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
]

export type Place = 'front' | 'terminated' | 'nowhere'

/** A slash at the end means the same address, as people and chat programs add one. */
export function placeOf(pathname: string): Place {
  const path = pathname.replace(/\/+$/, '') || '/'
  if (path === '/terminated') return 'terminated'
  return productPaths.includes(path) ? 'front' : 'nowhere'
}
