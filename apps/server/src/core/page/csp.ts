import { sha256 } from '../ids.ts'
import { reportsGroup, reportsPath } from './reports.ts'

const inlineStyle = /<style\b[^>]*>([\s\S]*?)<\/style>/g
const inlineScript = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/** The policy of one finished page: its inline scripts may run, any injected later may not. */
export function policyOfPage(
  html: string,
  { connect = [], post = [] }: { connect?: readonly string[]; post?: readonly string[] } = {},
): string {
  // Pictures of the chat come from the chat's origin.
  const shown = connect.filter((source) => !source.startsWith('ws'))
  return joinPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOfScripts(html)],
    'style-src': ["'self'", ...hashesOfStyles(html)],
    'img-src': ["'self'", 'data:', 'blob:', ...shown],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:', ...shown],
    'connect-src': ["'self'", ...connect],
    'form-action': ["'self'", ...post],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // The older directive is for browsers without the newer one.
    'report-uri': [reportsPath],
    'report-to': [reportsGroup],
  })
}

/** The policy of the operators' page: all of it comes from its own origin, and nothing leaves to another. */
export function policyOfConsole(html: string): string {
  return joinPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOfScripts(html)],
    'style-src': ["'self'", ...hashesOfStyles(html)],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'"],
    'form-action': ["'none'"],
    'manifest-src': ["'self'"],
    // The preview, and nothing of anybody else.
    'frame-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    // No policy of Trusted Types may be made: the page writes no markup.
    'trusted-types': ["'none'"],
    'report-uri': [reportsPath],
    'report-to': [reportsGroup],
  })
}

/**
 * The policy of members' screens at the console: it has no origin, however it is opened, and makes no request but for
 * its own files and pictures of the house.
 */
export function policyOfPreview(): string {
  return joinPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    sandbox: ['allow-scripts'],
  })
}

/** The policy of a page that has only a style text. */
export function policyOfStyle(style: string): string {
  return joinPolicy({
    'default-src': ["'none'"],
    'style-src': [hashOf(style)],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  })
}

function hashesOfStyles(html: string): Set<string> {
  return new Set([...html.matchAll(inlineStyle)].map(([, text = '']) => hashOf(text)))
}

function hashesOfScripts(html: string): Set<string> {
  return new Set(
    [...html.matchAll(inlineScript)]
      .filter(([, attributes = '']) => isInlineCode(attributes))
      .map(([, , text = '']) => hashOf(text)),
  )
}

function isInlineCode(attributes: string): boolean {
  // A data block never runs, so it needs no hash, and its text differs by settings.
  return !/\bsrc\s*=/.test(attributes) && !/type="application\/json"/.test(attributes)
}

function hashOf(text: string): string {
  return `'sha256-${sha256(text).toString('base64')}'`
}

function joinPolicy(policy: Record<string, string[]>): string {
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

/** The origin that a form may be sent to; empty for an invalid address. */
export function postSourcesOf(address: string | null): string[] {
  const origin = address === null ? undefined : URL.parse(address)?.origin
  return origin !== undefined && /^https?:\/\//.test(origin) ? [origin] : []
}

/** The origins that a browser needs for HTTP and for a socket at an address; empty for an invalid address. */
export function connectSourcesOf(address: string | null): string[] {
  return postSourcesOf(address).flatMap((origin) => [origin, origin.replace(/^http/, 'ws')])
}
