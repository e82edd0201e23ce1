import { execFile } from 'node:child_process'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { asAccount, diesWithUs, plainEnvironment } from './account.ts'
import type { DatabaseFolders } from './place.ts'

export const superuser = 'postgres'

/** Creates the cluster once. It is created under another name, so that a crash midway leaves no half-made one. */
export async function createClusterOnce(
  place: DatabaseFolders,
  binaries: string,
): Promise<boolean> {
  if (await stat(place.cluster).catch(() => null)) return false
  for (const name of await readdir(place.folder))
    if (name.startsWith('cluster.new-'))
      await rm(join(place.folder, name), { recursive: true, force: true })

  const unfinished = join(place.folder, `cluster.new-${process.pid}`)
  await runInitdb(place, binaries, unfinished)
  await rename(unfinished, place.cluster)
  return true
}

function runInitdb(place: DatabaseFolders, binaries: string, target: string): Promise<void> {
  const options = {
    ...asAccount(place.account),
    cwd: place.folder,
    env: plainEnvironment,
  }
  const wanted = ['--locale=C', '--encoding=UTF8', '--auth=trust', '--data-checksums']
  const command = [join(binaries, 'bin/initdb'), '-D', target, `--username=${superuser}`, ...wanted]
  const [program, ...args] = [...diesWithUs(), ...command]
  return new Promise((resolve, reject) => {
    execFile(program!, args, options, (error, stdout, stderr) => {
      if (error) reject(new Error(`initdb failed: ${stderr || stdout || error.message}`))
      else resolve()
    })
  })
}
