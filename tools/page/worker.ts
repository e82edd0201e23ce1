import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { NeededFiles } from './manifest.ts'
import { bundleSmallScript } from './small-scripts.ts'

const source = join(import.meta.dirname, '../../apps/web/worker/worker.ts')

/**
 * Writes the service worker next to the page, with the name of this build in it, so that every build replaces the last.
 */
export async function writeWorker(
  dist: string,
  first: NeededFiles,
  home: NeededFiles,
): Promise<void> {
  const pages = await Promise.all(
    ['index.html', 'page.json'].map((name) => readFile(join(dist, name))),
  )
  const build = createHash('sha256').update(Buffer.concat(pages)).digest('hex').slice(0, 12)
  const files = [...first.scripts, ...home.scripts, ...home.styles]
  const drawn = (await readdir(join(dist, 'banks'))).filter((name) => name.endsWith('.svg'))
  const code = await bundleSmallScript(source, {
    __BUILD__: JSON.stringify(build),
    __FIRST_FILES__: JSON.stringify(files),
    __MARKS__: JSON.stringify(drawn.toSorted().map((name) => `/banks/${name}`)),
  })
  await writeFile(join(dist, 'sw.js'), code)
}
