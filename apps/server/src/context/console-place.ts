import type { Environment } from '#core/secrets.ts'
import type { readerOf } from './environment.ts'

/** Where operators reach the console. */
export type ConsolePlace = {
  /** Null switches the console off. */
  port: number | null
  host: string
  /** The origin of its page. Passkeys are bound to its name, so it never changes unnoticed. */
  origin: string
  /** A demo with play money, where anybody may sign in as one of its demo operators. */
  isDemo: boolean
}

/** By default it listens to this machine alone; elsewhere a firewall or proxy decides who reaches it. */
export function consolePlaceOf(
  env: Environment,
  read: ReturnType<typeof readerOf>,
  { problems, running }: { problems: string[]; running: string | null },
): ConsolePlace {
  const isOff = ['none', '0'].includes(env['CONSOLE_PORT'] ?? '')
  const port = isOff ? null : (read.port('CONSOLE_PORT') ?? 8081)
  const origins = read.origins('CONSOLE_ORIGIN')
  if (origins.length > 1)
    problems.push('CONSOLE_ORIGIN must be one origin, such as https://desk.example.com')
  return {
    port,
    host: env['CONSOLE_HOST'] || '127.0.0.1',
    // WebAuthn wants a name, and takes localhost without TLS. A command prints links to the console that runs.
    origin: origins[0] ?? running ?? `http://localhost:${port ?? 8081}`,
    isDemo: read.flag('CONSOLE_DEMO') ?? false,
  }
}

export function unsafeConsole({ isDemo }: ConsolePlace): string[] {
  return isDemo ? ['CONSOLE_DEMO is set: anybody could sign in at the console; remove it'] : []
}
