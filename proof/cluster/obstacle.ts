import { spawnSync } from 'node:child_process'
import { listMissing } from './packages.ts'

/** Why no cluster can run here; null where one can. */
export function findObstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a cluster needs root on Linux: each of its parts runs as a user of its own'
  if (spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).status !== 0)
    return 'this machine gives nobody a network of their own'
  const missing = listMissing()
  return missing.length === 0 ? null : `Debian packages are missing: ${missing.join(' ')}`
}
