import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = {
  file: string
  name?: string
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
export type BuildManifest = Readonly<Record<string, Chunk>>

export async function readBuildManifest(dist: string): Promise<BuildManifest> {
  return JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as BuildManifest
}

export type NeededFiles = { scripts: string[]; styles: string[] }

/** All files that some sources need to run, except those already loaded with the first file. */
export function neededBy(manifest: BuildManifest, sources: readonly string[]): NeededFiles {
  const first = new Set(chunksBelow(manifest, [coreOf(manifest)]))
  const chunks = chunksBelow(manifest, sources).filter((key) => !first.has(key))
  return filesOf(manifest, chunks)
}

/** The same for a page without a file named core. */
export function neededByAll(manifest: BuildManifest, sources: readonly string[]): NeededFiles {
  return filesOf(manifest, chunksBelow(manifest, sources))
}

export function neededAtFirst(manifest: BuildManifest): NeededFiles {
  return filesOf(manifest, chunksBelow(manifest, [coreOf(manifest)]))
}

/** The first file of every visit, as vite.config.ts names it. */
function coreOf(manifest: BuildManifest): string {
  const found = Object.keys(manifest).find((key) => manifest[key]?.name === 'core')
  if (found === undefined) throw new Error('the build has no file named core')
  return found
}

function chunksBelow(manifest: BuildManifest, sources: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    if (found.has(key)) return
    found.add(key)
    chunk.imports?.forEach(visit)
  }
  sources.forEach(visit)
  return [...found]
}

function filesOf(manifest: BuildManifest, keys: readonly string[]): NeededFiles {
  const chunks = keys.flatMap((key) => manifest[key] ?? [])
  return {
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))].map((file) => `/${file}`),
  }
}
