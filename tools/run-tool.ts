import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '..')

export type ToolResult = { code: number; stdout: string; output: string }

/** Runs a tool of node_modules/.bin with the Node of this process, whatever other Node the machine has. */
export async function runTool(
  name: string,
  args: readonly string[],
  folder: string = repository,
): Promise<ToolResult> {
  const command = realpathSync(join(repository, 'node_modules/.bin', name))
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part
    output += part
  })
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part))
  const code = await new Promise<number>((done, failed) => {
    child.once('error', failed)
    child.once('close', (exitCode) => done(exitCode ?? 1))
  })
  return { code, stdout, output }
}
