import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repository } from '../../tools/run-tool.ts'
import { findFunction, plantInFile, plantInFunction, type Mutant } from './mutant.ts'

export type MutantCopy = {
  folder: string
  /** Plants one fault, runs the work, and restores the file. */
  withMutant: <T>(mutant: Mutant, work: () => Promise<T>) => Promise<T>
  remove: () => Promise<void>
}

/** The files that the server's tests need. */
const ofServer = /^(?:apps|packages|proof|tools)\/|^[^/]+\.(?:json|ts)$/

/**
 * The sources of the working tree, committed or not, in a separate folder; packages are shared, the workspaces are not.
 */
export async function copySources(wanted: RegExp = ofServer): Promise<MutantCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'kapao-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of listed.split('\0').filter((one) => wanted.test(one))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // Someone may have removed a file that is still listed.
    await cp(join(repository, path), join(folder, path)).catch(() => undefined)
  }
  await linkPackages(folder)
  return {
    folder,
    withMutant: async (mutant, work) => {
      const undo = await plant(folder, mutant)
      try {
        return await work()
      } finally {
        await undo()
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const plantedSql = 'apps/server/migrations/999-planted.sql'

/**
 * The file to recompile when the fault is planted or removed; for a fault in the database, all SQL is applied again.
 */
export function plantedFile(mutant: Mutant): string {
  return 'file' in mutant ? mutant.file : plantedSql
}

/** Changes the file, the function in its file, or the tables after all migrations; the returned function reverts it. */
async function plant(folder: string, mutant: Mutant): Promise<() => Promise<void>> {
  const path = join(folder, plantedFile(mutant))
  if ('file' in mutant) {
    const text = await readFile(path, 'utf8')
    await writeFile(path, plantInFile(text, mutant))
    return () => writeFile(path, text)
  }
  if ('schema' in mutant) {
    await writeFile(path, mutant.schema)
    return () => rm(path)
  }
  const defined = await findFunction(folder, mutant.sqlFunction)
  const { from, to } = plantInFunction(defined.text, mutant)
  await writeFile(
    defined.path,
    defined.text.replace(from, () => to),
  )
  if (mutant.also) await writeFile(path, mutant.also)
  return async () => {
    await writeFile(defined.path, defined.text)
    await rm(path, { force: true })
  }
}

/** Packages are shared, the workspaces are those of the copy. */
export async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')]
  await mkdir(join(to, '@kapao'), { recursive: true })
  for (const name of await readdir(from))
    if (name !== '@kapao' && name !== '.vite' && name !== '.vite-temp')
      await symlink(join(from, name), join(to, name))
  for (const name of ['contract', 'ui'])
    await symlink(join(folder, 'packages', name), join(to, '@kapao', name))
  await symlink(join(folder, 'apps/server'), join(to, '@kapao/server'))
  // Packages that npm keeps in a workspace's own folder, because of another version above or a single user.
  for (const app of await readdir(join(repository, 'apps'))) {
    const own = join('apps', app, 'node_modules')
    if (existsSync(join(repository, own))) await symlink(join(repository, own), join(folder, own))
  }
}
