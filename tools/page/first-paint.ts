import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { statementPageSize } from '../../packages/contract/src/limits.ts'
import { neededAtFirst, neededBy, readBuildManifest, type BuildManifest } from './manifest.ts'
import { bundleSmallScript } from './small-scripts.ts'
import { writeWorker } from './worker.ts'

const webRoot = join(import.meta.dirname, '../../apps/web')
const languages = ['th', 'la', 'en'] as const
type Language = (typeof languages)[number]

type InAll = Record<Language, string>

/** The exports of `apps/web/src/prerender.tsx`. */
type PrerenderModule = {
  drawPages: (visit: (path: string) => void) => Promise<Record<string, InAll>>
  brandPlace: string
  descriptions: InAll
}

/**
 * The parts that the server inserts into the page by address and language; same as the type in the server's shells.ts.
 */
export type PagePieces = {
  brandPlace: string
  descriptions: InAll
  pages: Record<string, PagePiece>
}

export type PagePiece = {
  /** The markup shown before any script has run. */
  shell: InAll
  /** Its styles, and the addresses from which the bundler would otherwise fetch them again. */
  style: string
  styleFiles: string[]
  /** The files that a first visit needs in addition to the first file. */
  preload: Record<Language, string[]>
  /** What the head requests for the screen: addresses, each with its body if it has one. */
  calls: string[]
}

/** Used where the operator's markup is shown at once. */
const cleaner = 'src/ui/clean-html.ts'

/**
 * `texts` are packs that features share; `own` is the feature with a pack of its own; `calls` are what the screen is
 * empty without, as it sends them itself.
 */
type Sources = { screens: string[]; texts: string[]; own?: string; calls?: string[] }

const contactCalls = ['/api/lookup/contact', '/api/lookup/enableChatWidget']

const sourcesOf: Record<string, Sources> = {
  '/login': { screens: [], texts: [] },
  '/register': { screens: ['src/features/register/register-screen.tsx'], texts: ['visitor'] },
  '/howto': { screens: ['src/features/howto/howto-screen.tsx'], texts: ['visitor'] },
  '/contact': {
    screens: ['src/app/contact/contact-part.tsx', cleaner],
    texts: ['visitor'],
    calls: contactCalls,
  },
  '/user/home': {
    screens: ['src/app/member-part.tsx'],
    texts: ['member'],
    calls: ['/api/wallet'],
  },
  '/user/profile': membersSources({
    screens: ['src/features/profile/profile-screen.tsx'],
    calls: ['/api/account/profile', '/api/wallet'],
  }),
  '/user/bonus': membersSources({
    screens: ['src/features/bonus/bonus-screen.tsx', cleaner],
    own: 'bonus',
    calls: ['/api/bonus/check/active', '/api/wallet', '/api/bonus/bill', '/api/bonus'],
  }),
  '/user/statement': membersSources({
    screens: ['src/app/statement/statement-part.tsx'],
    own: 'statement',
    calls: [
      `/api/statement${JSON.stringify({ page: 1, limit: statementPageSize })}`,
      '/api/wallet',
      '/api/lookup/deposit',
      '/api/statement/days',
    ],
  }),
  '/user/contact': membersSources({
    screens: ['src/app/contact/contact-part.tsx', cleaner],
    calls: contactCalls,
  }),
  '/user/spin': membersSources({
    screens: ['src/features/spin/spin-screen.tsx'],
    own: 'spin',
    calls: ['/api/spinwheel/setup', '/api/spinwheel/coupon'],
  }),
}

function membersSources({ screens, ...others }: Omit<Sources, 'texts'>): Sources {
  const shared = ['src/app/member-part.tsx', 'src/app/lazy/member-parts.ts']
  return { screens: [...shared, ...screens], texts: ['visitor', 'member'], ...others }
}

/** Inlines styles and the head script into the built page, and writes the parts that the server adds to each answer. */
export async function prepareFirstPaint(dist: string): Promise<void> {
  const manifest = await readBuildManifest(dist)
  const [drawn, head] = await Promise.all([
    prerender(`${dist}-shells`),
    bundleSmallScript(join(webRoot, 'head/head.ts'), {
      __DESK__: JSON.stringify(deskOf(manifest)),
    }),
  ])
  const { shells, ...about } = drawn
  const pages: PagePieces['pages'] = {}
  for (const [path, sources] of Object.entries(sourcesOf)) {
    const shell = shells[path]
    if (!shell) throw new Error(`nobody has drawn ${path}`)
    const { styles } = neededBy(manifest, sources.screens)
    const style = await joinStyles(dist, styles)
    const preload = preloadOf(manifest, sources)
    pages[path] = { shell, style, styleFiles: styles, preload, calls: sources.calls ?? [] }
  }
  const pieces: PagePieces = { ...about, pages }
  await writeFile(join(dist, 'page.json'), JSON.stringify(pieces))
  await inlineIntoPage(dist, manifest, head)
  const home = neededBy(manifest, ['src/app/member-part.tsx'])
  await writeWorker(dist, neededAtFirst(manifest), home)
}

/** The styles that the head loads on a wide screen. */
function deskOf(manifest: BuildManifest): string {
  const file = manifest['head/desk.css']?.file
  if (file === undefined) throw new Error('the build has no head/desk.css')
  return `/${file}`
}

function preloadOf(
  manifest: BuildManifest,
  { screens, texts, own }: Sources,
): PagePiece['preload'] {
  const row = (language: Language): string[] => {
    const packs = ['public', ...texts].map((pack) => `src/text/${language}/${pack}.ts`)
    if (own !== undefined) packs.push(`src/features/${own}/text/${language}.ts`)
    return neededBy(manifest, [...screens, ...packs]).scripts
  }
  return { th: row('th'), la: row('la'), en: row('en') }
}

type DrawnShells = { shells: Record<string, InAll>; brandPlace: string; descriptions: InAll }

/** Renders the screens with the real components, in a separate build for this process. */
async function prerender(folder: string): Promise<DrawnShells> {
  const { build } = await import('vite')
  await build({
    configFile: join(webRoot, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      ssr: join(webRoot, 'src/prerender.tsx'),
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'prerender.mjs' } },
    },
    ssr: { noExternal: true },
  })
  // The only browser object that the first rendering reads.
  const browser = globalThis as { location?: unknown }
  const before = browser.location
  const visit = (pathname: string): void => {
    browser.location = { pathname, search: '', href: `http://localhost${pathname}` }
  }
  visit('/login')
  try {
    const { drawPages, brandPlace, descriptions } = (await import(
      pathToFileURL(join(folder, 'prerender.mjs')).href
    )) as PrerenderModule
    return { shells: await drawPages(visit), brandPlace, descriptions }
  } finally {
    browser.location = before
    await rm(folder, { recursive: true, force: true })
  }
}

async function joinStyles(dist: string, files: readonly string[]): Promise<string> {
  const texts = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')))
  return texts.map((text) => text.trim()).join('')
}

async function inlineIntoPage(dist: string, manifest: BuildManifest, head: string): Promise<void> {
  const path = join(dist, 'index.html')
  const { styles } = neededAtFirst(manifest)
  const style = await joinStyles(dist, styles)
  // The bundler looks for a link before it fetches a style for another file: these mark the style as present.
  const links = styles.map((file) => `<link rel="stylesheet" href="${file}" disabled />`).join('')
  if (/<\/(?:style|script)/i.test(style + head))
    throw new Error('an inlined text ends its own block')
  const html = (await readFile(path, 'utf8'))
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/ ?\/?> (?=<)/g, '>')
    .replace('<script id="head"></script>', () => `<script id="head">${head}</script>`)
    .replace('<style id="brand">', (brand) => `<style>${style}</style>${links}\n    ${brand}`)
  await writeFile(path, html)
}
