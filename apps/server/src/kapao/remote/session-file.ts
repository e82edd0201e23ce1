import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { readPrivate, tokenFolder } from '../terminal/token-file.ts'

/** A terminal's session, and the console that it is good at. */
export type Session = { console: string; token: string; name: string; machine: string }

const ending = '.session'

export function sessionFileOf(name: string): string {
  return join(tokenFolder(), name + ending)
}

/** The file of a script, that of a name, or the only one; refuses where there is none. */
export async function findSessionFile(as: string | null): Promise<string> {
  if (as !== null)
    return /^[a-z0-9-]+$/.test(as) ? sessionFileOf(as) : wrongUsage('--as takes a name.')
  const named = process.env['KAPAO_SESSION']
  if (named) return named
  const names = await readdir(tokenFolder()).catch(() => [])
  const sessions = names.filter((name) => name.endsWith(ending)).toSorted()
  if (sessions.length > 1)
    refuseCommand(
      `There are several sessions in ${tokenFolder()} (${sessions.join(', ')}); say with --as NAME which is yours.`,
    )
  const [only] = sessions
  return only
    ? join(tokenFolder(), only)
    : refuseCommand(
        'This terminal is not signed in. Make a code on your page of the console: My account.',
      )
}

export async function readSession(file: string): Promise<Session> {
  const text = await readPrivate(file)
  try {
    const { console, token, name, machine } = JSON.parse(text) as Session
    if (/^[\w-]{43}$/.test(token) && name && machine)
      return { console: consoleAt(console), token, name, machine }
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
  }
  return refuseCommand(`${file} does not hold a session.`)
}

/** In place of an older one, and never half written. */
export async function writeSession(file: string, session: Session): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const half = `${file}.new`
  await rm(half, { force: true })
  const handle = await open(half, 'wx', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(session)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(half, file)
}

/** The address of a console; a token goes to no machine but this one without TLS. */
export function consoleAt(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : wrongUsage(`${address} is no address.`)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    wrongUsage(`${address} is not reached over https, so nothing is sent to it.`)
  return url.origin
}
