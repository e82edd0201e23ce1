import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@kapao/contract/limits'
import { z } from 'zod'
import { escapeHtml } from './escape.ts'

const perLanguage = <T extends z.ZodType>(one: T) => z.record(z.enum(languages), one)

/** The parts that the build leaves for the server to add by address and language; tools/page writes them. */
const pagePieces = z.object({
  brandPlace: z.string().min(1),
  descriptions: perLanguage(z.string()),
  /** By address. */
  pages: z.record(
    z.string(),
    z.object({
      shell: perLanguage(z.string()),
      style: z.string(),
      styleFiles: z.array(z.string()),
      preload: perLanguage(z.array(z.string())),
      calls: z.array(z.string()),
    }),
  ),
})

export type PagePieces = z.infer<typeof pagePieces>

/** Null for a page without them, which only its scripts draw. */
export function readPieces(distDir: string): PagePieces | null {
  const file = join(distDir, 'page.json')
  return existsSync(file) ? pagePieces.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Addresses that show the same screen are one kind; `nowhere` is for unknown ones. */
export function kindOfPage(path: string): string {
  return path === '/' || path === '/user' ? '/user/home' : path
}

export type PrerenderOptions = { language: Language; kind: string; brandName: string }

/** Adds the prerendered screen, its styles and its next files, when the page has them. */
export function addPrerendered(
  html: string,
  pieces: PagePieces,
  dressing: PrerenderOptions,
): string {
  const { language, kind, brandName } = dressing
  const about = `${brandName} · ${pieces.descriptions[language]}`
  const described = html.replace(
    'name="description" content="Kapao"',
    () => `name="description" content="${about}"`,
  )
  const page = pieces.pages[kind]
  if (!page) return described
  const links = page.preload[language].map(
    (file) => `<link rel="modulepreload" crossorigin href="${file}">`,
  )
  const asked = page.calls.length > 0 ? ` data-calls="${escapeHtml(page.calls.join(' '))}"` : ''
  const shell = page.shell[language].replaceAll(pieces.brandPlace, () => brandName)
  return described
    .replace('</head>', () => `${links.join('')}</head>`)
    .replace(
      '<html lang="th"',
      (tag) => `${tag} data-shell="${kind}" data-locale="${language}"${asked}`,
    )
    .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>`)
    .replace('<style id="brand">', (brand) => styleOf(page) + brand)
}

/** The bundler checks for its links before it fetches a style: disabled links keep it from fetching inlined styles. */
function styleOf({ style, styleFiles }: PagePieces['pages'][string]): string {
  if (style === '') return ''
  const links = styleFiles.map((file) => `<link rel="stylesheet" href="${file}" disabled>`)
  return `<style>${style}</style>${links.join('')}`
}
