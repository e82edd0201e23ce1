import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  neededAtFirst,
  neededBy,
  neededByAll,
  readBuildManifest,
  type BuildManifest,
} from './manifest.ts'

const languages = ['th', 'la', 'en'] as const
const kilobyte = 1024

/**
 * The most that a visit may weigh as scripts, in bytes of brotli. The first two are former weights: they only shrink.
 */
const budgets = { login: 71_152, home: 89_322, part: 8 * kilobyte } as const
/** Parts that may weigh more than a screen or a sheet: they contain a library, or a program of their own. */
const heavier: readonly [RegExp, number][] = [
  [/features\/chat\//, 20 * kilobyte],
  [/core\/live\//, 16 * kilobyte],
  [/ui\/clean-html/, 12 * kilobyte],
  [/qr\/decode/, 14 * kilobyte],
  [/spin\/spin-screen/, 10 * kilobyte],
  // What they say before anything is sent: what is locked, and by what.
  [/(deposit\/deposit|withdraw\/withdraw)-sheet/, 10 * kilobyte],
]

/** What stands below the card of home. */
const belowHome = 'src/app/home/home-parts.tsx'

export type Weight = { name: string; bytes: number; budget: number }

/** Weighs the files loaded for the login, for home, and for each lazily loaded part. */
export async function weighPage(dist: string): Promise<Weight[]> {
  const manifest = await readBuildManifest(dist)
  const bytesOf = async (files: readonly string[]): Promise<number> => {
    const packed = await Promise.all(files.map((file) => readFile(join(dist, `${file}.br`))))
    return packed.reduce((sum, { length }) => sum + length, 0)
  }
  const first = neededAtFirst(manifest).scripts
  const home = neededBy(manifest, ['src/app/member-part.tsx']).scripts
  const inLanguages = async (files: string[], packs: readonly string[]): Promise<number> => {
    const sums = languages.map((language) => {
      const texts = packs.map((pack) => `src/text/${language}/${pack}.ts`)
      return bytesOf([...new Set([...files, ...neededBy(manifest, texts).scripts])])
    })
    // A visit loads one language; the heaviest counts.
    return Math.max(...(await Promise.all(sums)))
  }
  // Fetched right after home's first frame, before anything can be opened.
  const below = neededBy(manifest, [belowHome]).scripts
  const parts = lazyParts(manifest).map(async (source) => {
    const known = new Set([...home, ...alreadyThere(manifest, source)])
    if (source !== belowHome) for (const file of below) known.add(file)
    const own = neededBy(manifest, [source]).scripts.filter((file) => !known.has(file))
    return { name: nameOf(source), bytes: await bytesOf(own), budget: budgetOf(source) }
  })
  return [
    { name: 'login', bytes: await inLanguages(first, ['public']), budget: budgets.login },
    {
      name: 'home',
      bytes: await inLanguages([...first, ...home], ['public', 'member']),
      budget: budgets.home,
    },
    ...(await Promise.all(parts)),
  ]
}

/** The files that the console loads before its first list is shown: scripts and styles in one language. */
export async function weighConsole(
  dist: string,
  language: (typeof languages)[number],
): Promise<number> {
  const manifest = await readBuildManifest(dist)
  const sources = ['index.html', 'src/features/work/work-screen.tsx', `src/text/${language}/all.ts`]
  const { scripts, styles } = neededByAll(manifest, sources)
  const packed = await Promise.all(
    [...scripts, ...styles].map((file) => readFile(join(dist, `${file}.br`))),
  )
  return packed.reduce((sum, { length }) => sum + length, 0)
}

/** What everything that opens a part has loaded for itself. */
function alreadyThere(manifest: BuildManifest, source: string): string[] {
  const openers = Object.keys(manifest)
    .filter((key) => manifest[key]?.dynamicImports?.includes(source))
    .map((key) => new Set(neededBy(manifest, [key]).scripts))
  return [...(openers[0] ?? [])].filter((file) => openers.every((opener) => opener.has(file)))
}

function lazyParts(manifest: BuildManifest): string[] {
  return Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && !isText(key) && !key.includes('member-part'),
  )
}

function isText(source: string): boolean {
  return /^src\/(?:features\/[^/]+\/)?text\//.test(source)
}

function budgetOf(source: string): number {
  return heavier.find(([place]) => place.test(source))?.[1] ?? budgets.part
}

function nameOf(source: string): string {
  return source.replace(/^.*\//, '').replace(/\.tsx?$/, '')
}
