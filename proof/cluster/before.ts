import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

/** A release of the past, installed and built in a folder of its own. */
export function prepareRelease(ref: string, folder: string): string {
  const commit = git(repository, 'rev-parse', '--verify', `${ref}^{commit}`)
  if (existsSync(folder) && readCommit(folder) !== commit) {
    rmSync(folder, { recursive: true })
    git(repository, 'worktree', 'prune')
  }
  if (!existsSync(folder)) git(repository, 'worktree', 'add', '--detach', folder, commit)
  const run = (...args: string[]): void => {
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` }
    execFileSync('npm', args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (!existsSync(join(folder, 'node_modules'))) run('ci')
  if (!existsSync(join(folder, 'apps/web/dist'))) run('run', 'build')
  return folder
}

function readCommit(folder: string): string | null {
  try {
    return git(folder, 'rev-parse', 'HEAD')
  } catch {
    return null
  }
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
}
