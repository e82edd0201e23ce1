import { mkdtemp, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildInto } from './build.ts'

const webRoot = resolve(import.meta.dirname, '../apps/web')
/** Initial script of the first page: budget of the login page. */
const brotliBudget = 70 * 1024
let folder: string
let dist: string

beforeAll(async () => {
  // Beside the builder's own folder, because a build is put in place by a rename on one disk.
  await mkdir(join(webRoot, 'node_modules'), { recursive: true })
  folder = await mkdtemp(join(webRoot, 'node_modules/.build-test-'))
  dist = join(folder, 'dist')
  // Two builders at once, as when two starts meet: both must end well, with one whole build in place.
  await Promise.all([buildInto(dist, 'first'), buildInto(dist, 'second')])
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the built page', () => {
  test('offers every place that the server fills, once', async () => {
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    for (const place of [
      '<html lang="th">',
      '<title>Kapao</title>',
      '<style id="brand"></style>',
      '<script type="application/json" id="settings">{}</script>',
    ]) {
      expect(html.split(place), place).toHaveLength(2)
    }
  })

  test('has no inline script, no inline style and no style attribute beside those', async () => {
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag)
    expect(inline).toEqual(['<script type="application/json" id="settings">'])
    expect(html.match(/<style/g)).toHaveLength(1)
    expect(html).not.toMatch(/\s(?:style|on\w+)=/)
  })

  test('every script, style and drawing lies there packed, and unpacks to itself', async () => {
    const files = await readdir(join(dist, 'assets'))
    const originals = files.filter((name) => /\.(?:js|css|svg)$/.test(name))
    expect(originals.length).toBeGreaterThan(5)
    for (const name of originals) {
      const bytes = await readFile(join(dist, 'assets', name))
      const packed = (kind: string) => readFile(join(dist, 'assets', `${name}.${kind}`))
      expect(brotliDecompressSync(await packed('br')).equals(bytes), name).toBe(true)
      expect(gunzipSync(await packed('gz')).equals(bytes), name).toBe(true)
    }
  })

  test('two builders at once leave one whole build and nothing else', async () => {
    expect((await readdir(folder)).toSorted()).toEqual(['dist'])
    expect(await readFile(join(dist, '.sources'), 'utf8')).toMatch(/^(?:first|second)$/)
  })

  test('asks for no more script at first than the budget of the login page', async () => {
    const html = await readFile(join(dist, 'index.html'), 'utf8')
    const scripts = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path)
    const packs = (await readdir(join(dist, 'assets'))).filter((name) =>
      /^public-.*\.js\.br$/.test(name),
    )
    const sizeOf = async (file: string) => (await readFile(join(dist, file))).length
    const scriptSizes = await Promise.all(scripts.map((path) => sizeOf(`${path}.br`)))
    const packSizes = await Promise.all(packs.map((name) => sizeOf(join('assets', name))))
    expect(scripts.length).toBeGreaterThanOrEqual(2)
    expect(packs).toHaveLength(3)
    // A visit loads one language; the largest counts.
    const size = scriptSizes.reduce((sum, one) => sum + one, 0) + Math.max(...packSizes)
    expect(size).toBeLessThan(brotliBudget)
  })
})

describe('the modules of the page', () => {
  let chunks: Rolldown.OutputChunk[]

  beforeAll(async () => {
    const configFile = join(webRoot, 'vite.config.ts')
    const result = await build({ configFile, logLevel: 'silent', build: { write: false } })
    const { output } = result as Rolldown.RolldownOutput
    chunks = output.filter((part) => part.type === 'chunk')
  }, 60_000)

  const chunksWith = (part: string) =>
    chunks.filter((chunk) => chunk.moduleIds.some((id) => id.includes(part)))

  test('hold no zod: of the contract only lists and types reach the browser', () => {
    expect(chunksWith('/node_modules/zod/')).toEqual([])
    // The same question finds what is there, so an empty answer means something.
    expect(chunksWith('/node_modules/react-dom/')).toHaveLength(1)
    expect(chunksWith('packages/contract/src/limits.ts')).toHaveLength(1)
  })

  test.each(['th', 'la', 'en'])('the public and the member texts of %s load apart', (language) => {
    const publicChunks = chunksWith(`src/text/${language}/public.ts`)
    const memberChunks = chunksWith(`src/text/${language}/member.ts`)
    expect(publicChunks).toHaveLength(1)
    expect(memberChunks).toHaveLength(1)
    expect(publicChunks[0]?.fileName).not.toBe(memberChunks[0]?.fileName)
    for (const chunk of chunks) {
      expect(chunk.imports).not.toContain(publicChunks[0]?.fileName)
      expect(chunk.imports).not.toContain(memberChunks[0]?.fileName)
    }
  })
})
