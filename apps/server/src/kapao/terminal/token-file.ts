import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { refuseCommand } from './fault.ts'

const ending = '.token'
const othersMask = 0o077
const sizeMaxBytes = 1_000

export function tokenFolder(): string {
  return join(homedir(), '.config', 'kapao')
}

export function tokenFileOf(name: string): string {
  return join(tokenFolder(), name + ending)
}

/** The named file, or the only one in the usual folder; null when there is none. */
export async function findTokenFile(named: string | null): Promise<string | null> {
  if (named) return named
  const names = await readdir(tokenFolder()).catch(() => [])
  const tokens = names.filter((name) => name.endsWith(ending)).toSorted()
  if (tokens.length > 1)
    refuseCommand(
      `There are several tokens in ${tokenFolder()} (${tokens.join(', ')}); say with --as NAME which is yours.`,
    )
  return tokens[0] ? join(tokenFolder(), tokens[0]) : null
}

export async function readToken(file: string): Promise<string> {
  const token = (await readPrivate(file)).trim()
  if (!/^[A-Za-z0-9_-]{20,}$/.test(token)) refuseCommand(`${file} does not hold a token.`)
  return token
}

/** Refuses a file that others can read: a token in it would no longer prove who asks. */
export async function readPrivate(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    refuseCommand(
      error.code === 'ENOENT'
        ? `There is no token file ${file}.`
        : `Cannot read ${file}: ${error.code}.`,
    )
  })
  try {
    // Checks the open file, so that it cannot be exchanged between the check and the read.
    const found = await handle.stat()
    if (!found.isFile() || found.size > sizeMaxBytes) refuseCommand(`${file} is not a token file.`)
    if ((found.mode & othersMask) !== 0)
      refuseCommand(`${file} can be read by others, so it is not used; run: chmod 600 ${file}`)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

/** Writes a new token for its owner only, and never overwrites one. */
export async function writeToken(file: string, token: string): Promise<void> {
  try {
    if (!existsSync(dirname(file))) await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(`${token}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    refuseCommand(
      code === 'EEXIST'
        ? `${file} exists already; move it away, or name another place with --out FILE.`
        : `Cannot write ${file}: ${code}.`,
    )
  }
}

export async function removeToken(file: string): Promise<void> {
  await rm(file, { force: true })
}
