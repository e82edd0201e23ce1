import { areaOf, pathAt, paths, redirectOf, type AppPath } from '#shared/paths.ts'

export type Step =
  | { kind: 'public' | 'member'; path: AppPath }
  | { kind: 'redirect'; to: AppPath }
  | { kind: 'terminated' | 'nowhere' }

/**
 * Decides what an address leads to. The guard only checks that a token exists; the server decides whether it is valid.
 */
export function nextStep(pathname: string, hasToken: boolean): Step {
  const path = pathAt(pathname)
  if (path === null) return { kind: 'nowhere' }
  const onward = redirectOf(path)
  if (onward) return { kind: 'redirect', to: onward }
  const area = areaOf(path)
  if (area === 'terminated') return { kind: 'terminated' }
  if (area === 'public') return { kind: 'public', path }
  return hasToken ? { kind: 'member', path } : { kind: 'redirect', to: paths.login }
}
