import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ports } from './addresses.ts'
import { onMachine } from './network/commands.ts'
import { programPath } from './packages.ts'

const run = promisify(execFile)
const answerMax = 256 * 1024 * 1024

/** Asks the sandbox's control plane, which answers nobody but its own machine. */
export async function control<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const data = body ? ['--json', JSON.stringify(body)] : []
  const url = `http://127.0.0.1:${ports.control}${path}`
  const line = ['curl', '--silent', '--show-error', '--fail-with-body', '--request', method]
  const [program, ...args] = onMachine('sandbox', [...line, ...data, url])
  const { stdout } = await run(program!, args, { env: { PATH: programPath }, maxBuffer: answerMax })
  return JSON.parse(stdout) as T
}
