import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { prepareFirstPaint } from './page/first-paint.ts'

const root = resolve(import.meta.dirname, '..')
/** Names the sources of the adjacent build; written last, so that it is never ahead of the build. */
const stampName = '.sources'

/** The members' page, the operators' console, and in it the frame that shows members' screens for a draft. */
export type Page = 'web' | 'console' | 'preview'

const sourcesOfBoth = [
  'packages/contract/src',
  'packages/contract/package.json',
  'packages/ui',
  'package-lock.json',
  'tools/build.ts',
]
const web = ['apps/web', ...sourcesOfBoth, 'tools/page']
const sourcesOf: Record<Page, readonly string[]> = {
  web,
  console: ['apps/console', ...sourcesOfBoth],
  preview: web,
}
/** Pictures that the member's screens name by an address of their own. */
const picturesOfPreview = ['banks', 'games']
/** File types that compression makes smaller; pictures and fonts are compressed already. */
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt'])

export type Built = { page: Page; built: boolean; ms: number }

/** Builds the stale ones of both pages, one after the other: each build uses all processors. */
export async function buildPagesIfStale(): Promise<Built[]> {
  return [await buildPageIfStale('web'), await buildPageIfStale('console')]
}

/** Builds the frame into the console, which stands without it, so nothing has to wait. Its pages are built before. */
export async function buildPreviewIfStale(): Promise<Built> {
  return buildPageIfStale('preview')
}

/** Builds a page if its sources changed since the last build; any number of processes may call this at once. */
export async function buildPageIfStale(page: Page): Promise<Built> {
  const startedAt = performance.now()
  const dist = distOf(page)
  const sources = await fingerprintSources(page)
  const built = (await readStamp(dist)) !== sources
  if (built) await buildInto(page, dist, sources)
  return { page, built, ms: Math.round(performance.now() - startedAt) }
}

/** Replaces `target` by a fresh build atomically: a failed build leaves the old one in place. */
export async function buildInto(page: Page, target: string, stamp: string): Promise<void> {
  const workshop = workshopOf(page)
  const fresh = join(workshop, randomUUID())
  try {
    await bundle(page, fresh)
    if (page === 'preview') await completePreview(fresh)
    await compressAssets(join(fresh, 'assets'))
    await writeFile(join(fresh, stampName), stamp)
    await putInPlace(fresh, target, workshop)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

function distOf(page: Page): string {
  return join(root, page === 'preview' ? 'apps/console/dist/preview' : `apps/${page}/dist`)
}

function configOf(page: Page): string {
  return join(
    root,
    page === 'preview' ? 'apps/web/preview.config.ts' : `apps/${page}/vite.config.ts`,
  )
}

/** On the same disk as `dist`, so that a finished build is put in place by one rename, and ignored by git. */
function workshopOf(page: Page): string {
  return join(root, 'apps', page === 'web' ? 'web' : 'console', 'node_modules/.kapao-build')
}

async function completePreview(outDir: string): Promise<void> {
  await rename(join(outDir, 'preview.html'), join(outDir, 'index.html'))
  for (const folder of picturesOfPreview)
    await cp(join(root, 'apps/web/public', folder), join(outDir, folder), { recursive: true })
}

async function bundle(page: Page, outDir: string): Promise<void> {
  // Imported lazily, because a start with nothing to build should not wait for the bundler.
  const { build } = await import('vite')
  await inProduction(async () => {
    await build({
      configFile: configOf(page),
      mode: 'production',
      // Parts that are fetched later in the member's page are in one file here, which the bundler would warn of.
      logLevel: page === 'preview' ? 'error' : 'warn',
      build: { outDir, emptyOutDir: true, manifest: page !== 'preview' },
    })
    if (page === 'web') await prepareFirstPaint(outDir)
  })
}

const builds = { running: 0, before: process.env['NODE_ENV'] }

/** React picks its production half by NODE_ENV, whatever this process runs as; the last build at a time restores it. */
async function inProduction(work: () => Promise<void>): Promise<void> {
  if (builds.running === 0) builds.before = process.env['NODE_ENV']
  builds.running += 1
  process.env['NODE_ENV'] = 'production'
  try {
    await work()
  } finally {
    builds.running -= 1
    if (builds.running === 0) {
      if (builds.before === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = builds.before
    }
  }
}

async function compressAssets(folder: string): Promise<void> {
  const files = await listFiles(folder)
  await Promise.all(files.filter((file) => compressible.has(extname(file))).map(compress))
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const [one, other] = await Promise.all([0, 1].map((postfix) => packWith(bytes, postfix)))
  await writeFile(`${file}.br`, one!.length <= other!.length ? one! : other!)
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}

/** Brotli can write distances in several ways; which one is the shortest depends on the file. */
function packWith(bytes: Buffer, postfix: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
  }
  return promisify(brotliCompress)(bytes, { params })
}

/**
 * Two builders may finish together: the one that finds the target occupied moves the other build aside and tries again.
 */
async function putInPlace(fresh: string, target: string, workshop: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  for (let attempt = 0; attempt < 10; attempt++) {
    const old = join(workshop, randomUUID())
    await rename(target, old).catch(ignore('ENOENT'))
    try {
      await rename(fresh, target)
      return
    } catch (error) {
      ignore('ENOTEMPTY', 'EEXIST')(error)
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
  throw new Error(`${relative(root, target)} is being replaced by other builds again and again`)
}

function ignore(...codes: string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Every input of the build: files of the page and the contract, and the settings of the build. */
async function fingerprintSources(page: Page): Promise<string> {
  const found = await Promise.all(sourcesOf[page].map((path) => listFiles(join(root, path))))
  const files = found.flat().filter((file) => !/\.test\.tsx?$/.test(file))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    hash.update(relative(root, file).replaceAll(sep, '/')).update('\0')
    hash.update(await readFile(file)).update('\0')
  }
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'))
  for (const name of settings.toSorted()) hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

async function readStamp(dist: string): Promise<string | null> {
  return readFile(join(dist, stampName), 'utf8').catch(() => null)
}

/** The files at and below a path, without the output of builds and installs. */
async function listFiles(path: string): Promise<string[]> {
  const names = await readdir(path).catch(ignoreNotFolder)
  if (!names) return [path]
  const wanted = names.filter((name) => name !== 'node_modules' && name !== 'dist')
  const below = await Promise.all(wanted.map((name) => listFiles(join(path, name))))
  return below.flat()
}

function ignoreNotFolder(error: NodeJS.ErrnoException): null {
  ignore('ENOTDIR')(error)
  return null
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { page, built, ms } of [...(await buildPagesIfStale()), await buildPreviewIfStale()]) {
    const dist = relative(root, distOf(page))
    console.log(built ? `built ${dist} in ${ms} ms` : `${dist} is up to date`)
  }
}
