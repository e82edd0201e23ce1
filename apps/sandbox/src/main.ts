import { z } from 'zod'
import { startSandbox } from './start-sandbox.ts'
import type { Sandbox } from './start-sandbox.ts'

const closeMsMax = 1500
const port = z.coerce.number('must be a number').int().min(0).max(65_535)
const settingsInput = z.object({
  SANDBOX_PORT: port.default(8090),
  CONTROL_PORT: port.default(8091),
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  /** The address at which browsers reach the sandbox, when it differs from the one above. */
  SANDBOX_PUBLIC_URL: z.url().nullable().default(null),
  APP_URL: z.url().default('http://127.0.0.1:8080'),
})

type Settings = z.output<typeof settingsInput>

/** Ends with one line that says what to do; a stack trace would not. */
function giveUp(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readSettings(): Settings {
  const read = settingsInput.safeParse(process.env)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return giveUp(`The sandbox cannot start: ${wrong.join('; ')}.`)
}

async function start(settings: Settings): Promise<Sandbox> {
  try {
    return await startSandbox({
      port: settings.SANDBOX_PORT,
      controlPort: settings.CONTROL_PORT,
      host: settings.SANDBOX_HOST,
      appUrl: settings.APP_URL,
      publicUrl: settings.SANDBOX_PUBLIC_URL,
    })
  } catch (error) {
    return giveUp(describeFailure(error as NodeJS.ErrnoException & { port?: number }, settings))
  }
}

function describeFailure(
  error: NodeJS.ErrnoException & { port?: number },
  settings: Settings,
): string {
  const setting = error.port === settings.SANDBOX_PORT ? 'SANDBOX_PORT' : 'CONTROL_PORT'
  if (error.code === 'EADDRINUSE') {
    return `Port ${error.port} is taken. Is a sandbox running already? Stop it, or set ${setting} to another port.`
  }
  return `The sandbox cannot start: ${error.message}`
}

function closeWhenAsked(sandbox: Sandbox): void {
  let closing = false
  const end = () => {
    // A second signal means that the user does not want to wait.
    if (closing) process.exit(0)
    closing = true
    setTimeout(() => process.exit(0), closeMsMax).unref()
    void sandbox.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // With an IPC channel, its end means that the parent process is gone, however it died.
  process.on('disconnect', end)
}

const settings = readSettings()
const sandbox = await start(settings)
closeWhenAsked(sandbox)
const shownHost = settings.SANDBOX_HOST === '0.0.0.0' ? '127.0.0.1' : settings.SANDBOX_HOST
process.stdout.write(
  `sandbox ready http://${shownHost}:${sandbox.port} control http://127.0.0.1:${sandbox.controlPort}\n`,
)
