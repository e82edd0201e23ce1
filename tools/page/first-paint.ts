import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { neededAtFirst, neededBy, readBuildManifest, type BuildManifest } from './manifest.ts'
import { bundleSmallScript } from './small-scripts.ts'
import { writeWorker } from './worker.ts'

const webRoot = join(import.meta.dirname, '../../apps/web')
const languages = ['th', 'la', 'en'] as const
type Language = (typeof languages)[number]

type Shells = Record<'login' | 'home', Record<Language, string>>

/** What `apps/web/src/prerender.tsx` gives. */
type Prerendered = {
  renderShells: (visit: (path: string) => void) => Promise<Shells>
  brandPlace: string
  descriptions: Record<Language, string>
}

/** What the server puts into the page by address and language; the twin of its type in the server's shells.ts. */
export type PagePieces = {
  brandPlace: string
  descriptions: Record<Language, string>
  shells: Shells
  /** The styles of the prerendered home, and the addresses that the bundler would fetch them from again. */
  homeStyle: string
  homeStyleFiles: string[]
  /** What a first visit at an address needs beside the first file, by language. */
  preload: Record<string, Record<Language, string[]>>
}

const sourceOf: Record<string, { screens: string[]; texts: ('visitor' | 'member')[] }> = {
  '/login': { screens: [], texts: [] },
  '/register': { screens: ['src/features/register/register-screen.tsx'], texts: ['visitor'] },
  '/howto': { screens: ['src/features/howto/howto-screen.tsx'], texts: ['visitor'] },
  '/contact': { screens: ['src/app/contact/contact-part.tsx'], texts: ['visitor'] },
  '/user/home': { screens: ['src/app/member-part.tsx'], texts: ['member'] },
}

/** Puts styles and the head script into the built page, and lays beside it what the server adds to each answer. */
export async function prepareFirstPaint(dist: string): Promise<void> {
  const manifest = await readBuildManifest(dist)
  const [drawn, head] = await Promise.all([
    prerender(`${dist}-shells`),
    bundleSmallScript(join(webRoot, 'head/head.ts')),
  ])
  const home = neededBy(manifest, ['src/app/member-part.tsx'])
  const pieces: PagePieces = {
    ...drawn,
    homeStyle: await joinStyles(dist, home.styles),
    homeStyleFiles: home.styles,
    preload: preloadTable(manifest),
  }
  await writeFile(join(dist, 'page.json'), JSON.stringify(pieces))
  await inlineIntoPage(dist, manifest, head)
  await writeWorker(dist, neededAtFirst(manifest), home)
}

function preloadTable(manifest: BuildManifest): PagePieces['preload'] {
  const row = ({ screens, texts }: (typeof sourceOf)[string], language: Language): string[] => {
    const packs = ['public', ...texts].map((pack) => `src/text/${language}/${pack}.ts`)
    return neededBy(manifest, [...screens, ...packs]).scripts
  }
  return Object.fromEntries(
    Object.entries(sourceOf).map(([path, needs]) => [
      path,
      { th: row(needs, 'th'), la: row(needs, 'la'), en: row(needs, 'en') },
    ]),
  )
}

/** Draws the screens with the very components, in a build of their own for this process. */
async function prerender(
  folder: string,
): Promise<Pick<PagePieces, 'shells' | 'brandPlace' | 'descriptions'>> {
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
  // The one thing of a browser that the first drawing looks at.
  const browser = globalThis as { location?: unknown }
  const before = browser.location
  const visit = (pathname: string): void => {
    browser.location = { pathname, search: '', href: `http://localhost${pathname}` }
  }
  visit('/login')
  try {
    const { renderShells, brandPlace, descriptions } = (await import(
      pathToFileURL(join(folder, 'prerender.mjs')).href
    )) as Prerendered
    return { shells: await renderShells(visit), brandPlace, descriptions }
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
  // The bundler looks for a link before it fetches a style for another file: these say that it is here already.
  const links = styles.map((file) => `<link rel="stylesheet" href="${file}" disabled />`).join('')
  if (/<\/(?:style|script)/i.test(style + head))
    throw new Error('an inlined text ends its own block')
  const html = (await readFile(path, 'utf8'))
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replaceAll(/\s*<!--[\s\S]*?-->/g, '')
    .replace('<script id="head"></script>', () => `<script id="head">${head}</script>`)
    .replace('<style id="brand">', (brand) => `<style>${style}</style>${links}\n    ${brand}`)
  await writeFile(path, html)
}
