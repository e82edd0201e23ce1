import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { exchange } from '#testing/attacks/raw-socket.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { connectSourcesOf, policyOfPage, postSourcesOf } from './csp.ts'
import { fillPage, jsonForHtml, pagePaths, type PageContent } from './page.ts'

const script = 'window.started = 1'
const style = 'body{color:red}'
const template = `<!doctype html><html lang="th"><head><title>Kapao</title><style>${style}</style><style id="brand"></style>
<script>${script}</script><script type="application/json" id="settings">{}</script>
<script type="module" src="/assets/app-1a2b.js"></script></head><body></body></html>`

const content: PageContent = {
  brandName: 'Gold & <Co>',
  brandCss: ':root{--brand:#a00}',
  icon: { color: '#f5b83d', picture: null },
  defaultLanguage: 'th',
  connect: ['https://chat.example', 'wss://chat.example'],
  post: ['https://sport.example'],
  settings: { name: '</script><script>alert(1)</script>', cost: '$& $1' },
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('filling the page', () => {
  const html = fillPage(template, content, 'la')

  test('settings cannot leave their block, and are read back as written', () => {
    const block = /id="settings">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(block)).toEqual(content.settings)
    expect(block).not.toContain('<')
    expect(jsonForHtml({ a: '<!--' })).toBe('{"a":"\\u003c!--"}')
  })

  test('the language of the document is one that browsers know, and the title is escaped text', () => {
    expect(html).toContain('<html lang="lo"')
    expect(html).toContain('<title>Gold &amp; &lt;Co&gt;</title>')
    expect(fillPage(template, { ...content, brandCss: '</style><script>' }, 'en')).toContain(
      '<style id="brand"></style>',
    )
  })

  test("S06 S44 the policy allows the page's own inline parts by their hash and nothing else inline", () => {
    const policy = policyOfPage(html, content)
    const part = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `))
    expect(part('script-src')).toBe(`script-src 'self' ${hashOf(script)}`)
    expect(part('style-src')).toBe(`style-src 'self' ${hashOf(style)} ${hashOf(content.brandCss)}`)
    expect(part('connect-src')).toBe("connect-src 'self' https://chat.example wss://chat.example")
    expect(part('form-action')).toBe("form-action 'self' https://sport.example")
    expect(part('default-src')).toBe("default-src 'none'")
    expect(part('img-src')).toBe("img-src 'self' data: blob: https://chat.example")
    expect(part('media-src')).toBe("media-src 'self' blob: https://chat.example")
    expect(part('require-trusted-types-for')).toBe("require-trusted-types-for 'script'")
    expect(part('report-uri')).toBe('report-uri /csp-reports')
    expect(part('report-to')).toBe('report-to page')
    for (const name of ['frame-ancestors', 'base-uri', 'object-src'])
      expect(part(name)).toBe(`${name} 'none'`)
    expect(policy).not.toMatch(/unsafe|\*|http:/)
  })

  test('an invalid address adds nothing to the policy', () => {
    expect(connectSourcesOf('https://chat.example/live?x')).toEqual([
      'https://chat.example',
      'wss://chat.example',
    ])
    for (const address of [
      null,
      '',
      'chat',
      'javascript:alert(1)',
      "https://a b; script-src 'unsafe-inline'",
    ]) {
      expect(connectSourcesOf(address)).toEqual([])
      expect(postSourcesOf(address)).toEqual([])
    }
    expect(postSourcesOf('https://sport.example/login?x')).toEqual(['https://sport.example'])
  })
})

describe('serving the page', () => {
  let database: TestDatabase
  let app: TestApp
  const dist = tempFolder()
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'))
    writeFileSync(join(dist, 'index.html'), template)
    writeFileSync(join(dist, 'sw.js'), '{}')
    writeFileSync(join(dist, 'assets/app-1a2b.js'), script)
    writeFileSync(join(dist, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
    writeFileSync(join(dist, 'assets/app-1a2b.js.map'), '{}')
    database = await createTestDatabase()
    app = await startTestApp(database, { distDir: dist })
  })
  afterAll(async () => {
    await app.close()
    await database.drop()
  })

  test.each(pagePaths)(
    'NAV-15 OP-E14 %s answers the page with 200, with and without a slash',
    async (path) => {
      for (const address of [path, `${path.replace(/\/$/, '')}/`, `${path}?code=PR1`]) {
        const answer = await app.call(`GET ${address}`)
        expect(answer.status).toBe(200)
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
        expect(answer.text).toContain('id="settings"')
      }
    },
  )

  test.each(['/nope', '/user/nope', '/user/home/more', '/Login', '/apiary', '/index.html'])(
    'NAV-14 OP-E14 %s answers the page with 404',
    async (path) => {
      const answer = await app.call(`GET ${path}`)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('id="settings"')
    },
  )

  test('the policy of an answer fits the page of that answer', async () => {
    const { text, headers } = await app.call('GET /login')
    expect(headers.get('content-security-policy')).toBe(policyOfPage(text))
    expect(headers.get('reporting-endpoints')).toBe('page="/csp-reports"')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('vary')).toBe('cookie, accept-encoding')
  })

  test('the language is the cookie, then the default, whatever else the cookie says', async () => {
    const language = async (cookie: string) =>
      /<html lang="(\w+)"/.exec((await app.call('GET /login', { headers: { cookie } })).text)?.[1]
    expect(await language('a=b; locale=la; c=d')).toBe('lo')
    expect(await language('locale=en')).toBe('en')
    for (const cookie of ['x=1', 'locale=<x>', 'notlocale=en', 'locale=english'])
      expect(await language(cookie)).toBe('th')
  })

  test('hashed files are immutable and precompressed, others are revalidated', async () => {
    const asset = await app.call('GET /assets/app-1a2b.js', {
      headers: { 'accept-encoding': 'br' },
    })
    expect(asset.text).toBe(script)
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('content-type')).toContain('javascript')
    expect((await app.call('GET /sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  test("an unsatisfiable range or condition of a file is the caller's fault", async () => {
    const before = app.logText().length
    for (const [status, headers] of [
      [416, { range: 'bytes=9999999-' }],
      [412, { 'if-match': '"x"' }],
      [412, { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' }],
    ] as const) {
      const answer = await app.call('GET /sw.js', { headers })
      expect(answer).toMatchObject({ status, body: { code: 'KEY_INVALID' } })
    }
    expect(app.logText().slice(before)).not.toContain('call failed')
  })

  test('unlisted files answer 404 and never HTML or a file from outside', async () => {
    for (const path of ['/assets/app-0000.js', '/assets/app-1a2b.js.map', '/assets/app-1a2b.js.br'])
      expect(await app.call(`GET ${path}`)).toMatchObject({
        status: 404,
        body: { code: 'NO_DATA' },
      })
    for (const path of [
      '/assets/../../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      '//etc/passwd',
    ]) {
      const text = await exchange(
        app.port,
        `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1.1 4\d\d /)
      expect(text).not.toContain('root:')
    }
  })

  test('a login form that is sent without scripts is redirected unread', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await app.call('POST /login', { text: 'username=1&password=2', headers })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/login')
    expect((await app.call('POST /login', { text: 'x'.repeat(300_000), headers })).status).toBe(303)
  })

  test('the documentation has a policy that fits it, and lists the served calls', async () => {
    const docs = await app.call('GET /docs')
    const style = /<style>([\s\S]*?)<\/style>/.exec(docs.text)?.[1] ?? ''
    expect(docs.headers.get('content-security-policy')).toContain(`style-src ${hashOf(style)}`)
    expect(docs.headers.get('content-security-policy')).not.toContain('script-src')
    const openapi = await app.call('GET /openapi.json')
    expect(openapi.body.openapi).toBe('3.1.0')
  })

  test('without a built page a sentence is served, not a crash', async () => {
    const bare = await startTestApp(database)
    try {
      expect(await bare.call('GET /login')).toMatchObject({ status: 503 })
      expect((await bare.call('GET /nope')).text).toContain('npm run build')
    } finally {
      await bare.close()
    }
  })

  test('a built page without its placeholders is refused at boot', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'kapao-page-'))
    writeFileSync(join(broken, 'index.html'), template.replace('<title>Kapao</title>', ''))
    await expect(startTestApp(database, { distDir: broken })).rejects.toThrow(
      /<title>Kapao<\/title> exactly once/,
    )
    rmSync(broken, { recursive: true })
  })
})
