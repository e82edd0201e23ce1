import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { startTestApp, type TestApp } from '#testing/worlds/test-app.ts'
import { tempFolder } from '#testing/worlds/temp-folder.ts'
import { policyOfPage } from './csp.ts'
import { brandCssOf, manifestOf } from './brand.ts'
import { drawIcon, icons, type IconName } from './icon.ts'
import type { PagePieces } from './shells.ts'

const inAll = <T>(make: (language: string) => T) => ({
  th: make('th'),
  la: make('la'),
  en: make('en'),
})
const pieces: PagePieces = {
  brandPlace: 'Brand-Place',
  descriptions: inAll((language) => `about in ${language}`),
  pages: {
    '/login': {
      shell: inAll((language) => `<form>${language} login of Brand-Place</form>`),
      style: '',
      styleFiles: [],
      preload: inAll((language) => [`/assets/public-${language}.js`]),
      calls: [],
    },
    '/user/home': {
      shell: inAll((language) => `<nav>${language} home of Brand-Place</nav>`),
      style: '.home{color:red}',
      styleFiles: ['/assets/home-1a2b.css'],
      preload: inAll((language) => ['/assets/member-part.js', `/assets/member-${language}.js`]),
      calls: ['/api/wallet'],
    },
    '/user/spin': {
      shell: inAll((language) => `<nav>${language} wheel of Brand-Place</nav>`),
      style: '.wheel{color:red}',
      styleFiles: ['/assets/wheel-1a2b.css'],
      preload: inAll(() => ['/assets/wheel.js']),
      calls: ['/api/wheel{"page":1}', '/api/wallet'],
    },
  },
}
const template = `<!doctype html><html lang="th"><head><title>Kapao</title>
<meta name="description" content="Kapao" /><style>body{margin:0}</style><style id="brand"></style>
<script type="application/json" id="settings">{}</script><script id="head">1+1</script>
</head><body><div id="root"></div></body></html>`

let database: TestDatabase
let app: TestApp
const dist = tempFolder()
beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), template)
  writeFileSync(join(dist, 'page.json'), JSON.stringify(pieces))
  writeFileSync(join(dist, 'sw.js'), 'self')
  database = await createTestDatabase()
  app = await startTestApp(database, { distDir: dist })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

describe('a prerendered page', () => {
  const load = async (path: string, locale: string) =>
    (await app.call(`GET ${path}`, { headers: { cookie: `locale=${locale}` } })).text

  test('is the one of its address, in the language of the cookie, with the name of the brand', async () => {
    expect(await load('/login', 'la')).toContain('<form>la login of Kapao</form>')
    for (const path of ['/', '/user', '/user/home'])
      expect(await load(path, 'en')).toContain('<nav>en home of Kapao</nav>')
    expect(await load('/user/spin', 'th')).toContain('<nav>th wheel of Kapao</nav>')
    for (const path of ['/register', '/terminated', '/nope'])
      expect(await load(path, 'th')).toContain('<div id="root"></div>')
  })

  test('names its screen and language, so that the script in its head can remove it', async () => {
    expect(await load('/login', 'la')).toContain(
      '<html lang="lo" data-shell="/login" data-locale="la">',
    )
    expect(await load('/user', 'th')).toContain('data-shell="/user/home"')
    expect(await load('/contact', 'la')).toContain('<html lang="lo">')
  })

  test('names the files that it needs next, only those of its own language', async () => {
    const html = await load('/user/home', 'th')
    expect(
      html.match(/modulepreload[^>]*href="[^"]+"/g)?.map((link) => link.split('"')[3] ?? link),
    ).toHaveLength(2)
    expect(html).toContain('/assets/member-th.js')
    expect(html).not.toContain('member-en.js')
    expect(html).toContain('<style>.home{color:red}</style>')
    expect(html).toContain('<link rel="stylesheet" href="/assets/home-1a2b.css" disabled>')
    for (const path of ['/login', '/user/spin'])
      expect(await load(path, 'th')).not.toContain('.home{')
  })

  test('has a policy that fits all of its inline parts', async () => {
    const { text, headers } = await app.call('GET /user/home')
    expect(headers.get('content-security-policy')).toBe(policyOfPage(text))
    expect(policyOfPage(text).match(/'sha256-/g)).toHaveLength(4)
  })

  test('does not serve its pieces, and lets its worker connect only to its own host', async () => {
    expect((await app.call('GET /page.json')).text).not.toContain('Brand-Place')
    const worker = await app.call('GET /sw.js')
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; connect-src 'self'",
    )
    expect(worker.headers.get('cache-control')).toBe('no-cache')
  })
})

describe('the home screen', () => {
  test('the manifest names the brand and pictures that are served as described', async () => {
    const { body, text, headers } = await app.call('GET /manifest.webmanifest')
    expect(headers.get('content-type')).toContain('application/manifest+json')
    const manifest = body ?? JSON.parse(text)
    expect(manifest).toMatchObject({
      name: 'Kapao',
      display: 'standalone',
      start_url: '/user/home',
    })
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
    for (const { src, sizes } of manifest.icons) {
      const answer = await fetch(app.address + src)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
  })

  test('another color or picture has another address, so that no phone keeps the old one', () => {
    const srcOf = (icon: { color: string; picture: string | null }) =>
      JSON.stringify(manifestOf({ brandName: 'K', icon }))
    const usual = { color: '#f5b83d', picture: null }
    expect(srcOf({ ...usual, color: '#336699' })).not.toBe(srcOf(usual))
    expect(srcOf({ ...usual, picture: '/pictures/a.webp' })).not.toBe(srcOf(usual))
  })

  test.each(Object.keys(icons) as IconName[])(
    '%s is drawn in the color of the brand',
    async (name) => {
      const drawn = await drawIcon(name, { color: '#00ff00', picture: null })
      const { data, info } = await sharp(drawn).raw().toBuffer({ resolveWithObject: true })
      const at =
        (Math.floor(info.height * 0.6) * info.width + Math.floor(info.width * 0.4)) * info.channels
      expect([...data.subarray(at, at + 3)]).toEqual([0, 255, 0])
    },
  )

  test("a maskable picture keeps the operator's picture within the safe part, on an opaque ground", async () => {
    const red = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const drawn = await drawIcon('mask-512.png', { color: '#00ff00', picture: red })
    const { data, info } = await sharp(drawn)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4).subarray(0, 4),
    ]
    expect(pixel(256, 256)).toEqual([255, 0, 0, 255])
    expect(pixel(5, 5)).toEqual([11, 15, 26, 255])
  })

  test('an unreadable picture falls back to the drawn one', async () => {
    const usual = await drawIcon('icon-192.png', { color: '#f5b83d', picture: null })
    const broken = { color: '#f5b83d', picture: Buffer.from('AAAA') }
    expect((await drawIcon('icon-192.png', broken)).equals(usual)).toBe(true)
  })

  test('text on the color of the brand is readable, on a dark color and on a light one', () => {
    expect(brandCssOf('#f5b83d', '#f5b83d')).toBe('')
    expect(brandCssOf('#102a66', '#f5b83d')).toBe(':root{--gold:#102a66;--gold-ink:#ffffff}')
    expect(brandCssOf('#ffe08a', '#f5b83d')).toBe(':root{--gold:#ffe08a;--gold-ink:#1a1200}')
  })
})
