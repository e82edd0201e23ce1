import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Language } from '@kapao/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendForm, type Forms } from '../http/packed.ts'
import { policyOfPage } from './csp.ts'
import { serveBrand, type Brand, type ReadPicture } from './brand.ts'
import { reportingEndpoints } from './reports.ts'
import { addPrerendered, kindOfPage, readPieces, type PagePieces } from './shells.ts'
import { escapeHtml } from './escape.ts'
import { sendUnbuilt, serveFiles } from './static-files.ts'

/** The data that fills the served page. */
export type PageContent = Brand & {
  /** Custom properties of the brand, as a style text. */
  brandCss: string
  defaultLanguage: Language
  /** Foreign addresses that the page may connect to. */
  connect: readonly string[]
  /** Foreign addresses that a form of the page may be sent to. */
  post: readonly string[]
  /** Everything that the page reads from its settings block; public. */
  settings: object
}

export type PageDeps = {
  distDir: string
  loadContent: () => Promise<PageContent>
  readPicture: ReadPicture
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The spec's route table; every other path serves the page too, but with 404 (OP-E14). */
export const pagePaths = [
  '/',
  '/login',
  '/register',
  '/howto',
  '/contact',
  '/terminated',
  '/user',
  '/user/home',
  '/user/profile',
  '/user/bonus',
  '/user/statement',
  '/user/contact',
  '/user/spin',
] as const

const unbuilt = 'The page is not built yet. Run `npm run build`, then start the server again.'

/** Serves the built page at its paths, and answers how to send it for an unknown path. */
export async function servePage(app: FastifyInstance, deps: PageDeps): Promise<SendPage> {
  // A login form that is sent before the scripts have loaded must not reveal its fields, not even to the log.
  await app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.post('/login', (_request, reply) => reply.redirect('/login', 303))
  })

  const indexFile = join(deps.distDir, 'index.html')
  if (!existsSync(indexFile)) {
    const send = async (_request: FastifyRequest, reply: FastifyReply) =>
      sendUnbuilt(reply, unbuilt)
    for (const path of pagePaths) app.get(path, send)
    return send
  }
  await serveFiles(app, {
    root: deps.distDir,
    without: 'page.json',
    addHeaders: (reply, path) => {
      // A worker runs under the policy of its own file, and fetches only the page's files.
      if (path.endsWith('/sw.js'))
        void reply.header('content-security-policy', "default-src 'none'; connect-src 'self'")
    },
  })
  await serveBrand(app, deps)
  const render = createRenderer(readFileSync(indexFile, 'utf8'), readPieces(deps.distDir))
  const send = async (request: FastifyRequest, reply: FastifyReply, kind: string) => {
    const wanted = { kind, language: languageOf(request) }
    return sendRendered(request, reply, render(await deps.loadContent(), wanted))
  }
  for (const path of pagePaths)
    app.get(path, (request, reply) => send(request, reply, kindOfPage(path)))
  return (request, reply) => send(request, reply.code(404), 'nowhere')
}

type RenderedPage = Forms & { policy: string }
type PageRequest = { kind: string; language: Language | null }
type Renderer = (content: PageContent, wanted: PageRequest) => RenderedPage

/** The last percent would delay every other call while a setting changes. */
const quickly = { [constants.BROTLI_PARAM_QUALITY]: 10 }

/** Fills the page once per kind, language and settings; most visits cost one lookup in a map. */
function createRenderer(template: string, pieces: PagePieces | null): Renderer {
  checkTemplate(template)
  const rendered = new Map<string, RenderedPage>()
  let contentNow = ''
  return (content, { kind, language }) => {
    const contentText = JSON.stringify(content)
    if (contentText !== contentNow) {
      rendered.clear()
      contentNow = contentText
    }
    const shown = language ?? content.defaultLanguage
    const key = `${kind} ${shown}`
    const known = rendered.get(key)
    if (known) return known
    const dressing = { kind, language: shown, brandName: escapeHtml(content.brandName) }
    const dressed = pieces ? addPrerendered(template, pieces, dressing) : template
    const html = fillPage(dressed, content, shown)
    const plain = Buffer.from(html)
    const policy = policyOfPage(html, content)
    const fresh = {
      policy,
      plain,
      brotli: brotliCompressSync(plain, { params: quickly }),
      gzip: gzipSync(plain),
    }
    rendered.set(key, fresh)
    return fresh
  }
}

const places = {
  settings: '<script type="application/json" id="settings">{}</script>',
  language: '<html lang="th"',
  title: '<title>Kapao</title>',
  brand: '<style id="brand"></style>',
} as const

function checkTemplate(template: string): void {
  for (const place of Object.values(places)) {
    const count = template.split(place).length - 1
    if (count !== 1)
      throw new Error(`the built page must hold ${place} exactly once, and holds it ${count} times`)
  }
}

// BCP 47 calls Lao `lo`; `la` would be Latin, and select the wrong fonts and voices.
const documentLanguage = { th: 'th', la: 'lo', en: 'en' } as const

export function fillPage(template: string, content: PageContent, language: Language): string {
  const { settings, title, brand } = places
  const css = content.brandCss.includes('<') ? '' : content.brandCss
  // Passed as functions, because `$&` in a replacement text is a pattern.
  return template
    .replace(places.language, () => `<html lang="${documentLanguage[language]}"`)
    .replace(settings, () => settings.replace('{}', () => jsonForHtml(content.settings)))
    .replace(title, () => `<title>${escapeHtml(content.brandName)}</title>`)
    .replace(brand, () => `<style id="brand">${css}</style>`)
}

/** JSON cannot end its own script block once `<` is escaped. */
export function jsonForHtml(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function languageOf(request: FastifyRequest): Language | null {
  const cookie = request.headers.cookie ?? ''
  return (/(?:^|;\s*)locale=(th|la|en)\s*(?:;|$)/.exec(cookie)?.[1] as Language) ?? null
}

function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { policy, ...forms }: RenderedPage,
): FastifyReply {
  void reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'reporting-endpoints': reportingEndpoints,
    'cache-control': 'no-cache',
    vary: 'cookie, accept-encoding',
  })
  return sendForm(request, reply, forms)
}
