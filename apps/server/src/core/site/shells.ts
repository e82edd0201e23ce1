import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { PageLanguage } from '../page.ts'

const languages = ['th', 'la', 'en'] as const
const perLanguage = <T extends z.ZodType>(one: T) => z.record(z.enum(languages), one)

/** What the build lays beside the page for the server to add by address and language; tools/page writes it. */
const pagePieces = z.object({
  brandPlace: z.string().min(1),
  descriptions: perLanguage(z.string()),
  shells: z.object({ login: perLanguage(z.string()), home: perLanguage(z.string()) }),
  homeStyle: z.string(),
  homeStyleFiles: z.array(z.string()),
  preload: z.record(z.string(), perLanguage(z.array(z.string()))),
})

export type PagePieces = z.infer<typeof pagePieces>

/** Null for a page without them: it is then drawn by its scripts alone. */
export function readPieces(distDir: string): PagePieces | null {
  const file = join(distDir, 'page.json')
  return existsSync(file) ? pagePieces.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Pages that differ by more than their language; the others share one kind. */
export type PageKind = '/login' | '/register' | '/howto' | '/contact' | '/user/home' | 'other'

const kinds: Record<string, PageKind> = {
  '/': '/user/home',
  '/user': '/user/home',
  '/user/home': '/user/home',
  '/login': '/login',
  '/register': '/register',
  '/howto': '/howto',
  '/contact': '/contact',
}

export function kindOfPage(path: string): PageKind {
  return kinds[path] ?? 'other'
}

export type Dressing = { language: PageLanguage; kind: PageKind; brandName: string }

/** Adds the prerendered screen, its styles and what it will ask for next, where there is such a thing for the page. */
export function dressPage(html: string, pieces: PagePieces, dressing: Dressing): string {
  const { language, kind, brandName } = dressing
  const links = (pieces.preload[kind]?.[language] ?? [])
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
    .join('')
  const about = `${brandName} · ${pieces.descriptions[language]}`
  const withLinks = html
    .replace('</head>', () => `${links}</head>`)
    .replace('name="description" content="Kapao"', () => `name="description" content="${about}"`)
  const name = kind === '/login' ? 'login' : kind === '/user/home' ? 'home' : null
  if (name === null) return withLinks
  const shell = pieces.shells[name][language].replaceAll(pieces.brandPlace, () => brandName)
  return withLinks
    .replace('<html lang="th"', (tag) => `${tag} data-shell="${name}" data-locale="${language}"`)
    .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>`)
    .replace('<style id="brand">', (brand) => (name === 'home' ? homeStyle(pieces) : '') + brand)
}

/** The bundler looks for its links before it fetches a style: disabled ones keep it from fetching what is here already. */
function homeStyle({ homeStyle, homeStyleFiles }: PagePieces): string {
  const links = homeStyleFiles.map((file) => `<link rel="stylesheet" href="${file}" disabled>`)
  return `<style>${homeStyle}</style>${links.join('')}`
}
