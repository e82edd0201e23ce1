import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  stat,
  writeFile,
  lstat,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { accountMay, chooseAccount, type Account } from './account.ts'

export type DatabaseFolders = {
  account: Account
  /** Mode 0700 and owned by the account: cluster, log and, if the path is short enough, the socket. */
  folder: string
  cluster: string
  socketFolder: string
  /** For PostgreSQL's programs, when they cannot run where npm installed them. */
  copiesFolder: string
}

/** Where root puts files that `nobody` must reach when the wanted place is closed to it. */
const sharedFolder = '/var/lib/kapao'

/** Finds or creates the folder in which PostgreSQL can work; the wanted one, or one in /var/lib that it points to. */
export async function preparePlace(
  wanted: string,
  log: (line: string) => void,
): Promise<DatabaseFolders> {
  const wantedFolder = resolve(wanted)
  await mkdir(wantedFolder, { recursive: true }).catch(explainDenied(wantedFolder))
  const pointer = join(wantedFolder, 'is-at')
  const pointedTo = await readFile(pointer, 'utf8').catch(explainDenied(wantedFolder))
  let folder = await realpath(pointedTo?.trim() || wantedFolder)
  const account = chooseAccount(await ownerOf(join(folder, 'cluster')))

  const isReachable =
    (await handOver(folder, account)) ||
    ((await openLonelyParent(folder)) && (await handOver(folder, account)))
  if (!isReachable) {
    folder = await makeSharedFolder(wantedFolder)
    await handOver(folder, account)
    await writeFile(pointer, `${folder}\n`)
  }
  if (folder !== (await realpath(wantedFolder)))
    log(`The database is kept in ${folder}, for ${wantedFolder} is closed to PostgreSQL's user.`)
  return {
    account,
    folder,
    cluster: join(folder, 'cluster'),
    socketFolder: await chooseSocketFolder(folder, account),
    copiesFolder: account ? sharedFolder : folder,
  }
}

function explainDenied(folder: string): (error: NodeJS.ErrnoException) => undefined {
  return (error) => {
    if (error.code === 'ENOENT') return undefined
    if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
    throw new Error(
      `the data folder ${folder} belongs to another user (it may have been started as root before): start as that user again, or choose another DATA_DIR`,
      { cause: error },
    )
  }
}

async function ownerOf(path: string): Promise<{ uid: number; gid: number } | null> {
  return stat(path).catch(() => null)
}

/** Makes the account the owner of a folder; false if it cannot work there even so. */
async function handOver(folder: string, account: Account): Promise<boolean> {
  try {
    if (account) await chown(folder, account.uid, account.gid)
    await chmod(folder, 0o700)
  } catch (error) {
    // A foreign file system may have no owners; the account's write access decides.
    if (!account) return explainDenied(folder)(error as NodeJS.ErrnoException) ?? false
  }
  return accountMay(account, 'w', folder)
}

/**
 * A folder owned by this account with this as its only entry, as temporary folders are, hides nothing: it may be
 * opened.
 */
async function openLonelyParent(folder: string): Promise<boolean> {
  const parent = dirname(folder)
  const { uid } = await stat(parent)
  if (uid !== process.getuid?.() || (await readdir(parent)).length > 1) return false
  await chmod(parent, 0o711)
  return true
}

async function makeSharedFolder(wantedFolder: string): Promise<string> {
  await mkdir(sharedFolder, { recursive: true })
  await chmod(sharedFolder, 0o755)
  return mkdtemp(join(sharedFolder, `${hashOf(wantedFolder)}-`))
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

const socketPathBytesMax = 107

/** The system allows 107 bytes for the path of a socket, and folders can be deep. */
async function chooseSocketFolder(folder: string, account: Account): Promise<string> {
  if (fits(folder)) return folder
  const name = `kapao-${process.getuid?.() ?? 0}-${hashOf(folder)}`
  const short = [join(tmpdir(), name), join('/tmp', name)].find(fits) ?? join('/tmp', name)
  await mkdir(short, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  // Anyone may write to /tmp: a folder there with another owner was put there by somebody else.
  const found = await lstat(short)
  const owners = [process.getuid?.(), account?.uid]
  if (!found.isDirectory() || !owners.includes(found.uid))
    throw new Error(`${short} is in the way; remove it, or choose a DATA_DIR with a shorter path`)
  if (account) await chown(short, account.uid, account.gid)
  await chmod(short, 0o700)
  return short
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= socketPathBytesMax
}
