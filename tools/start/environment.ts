import { resolve } from 'node:path'
import type { Variant } from '@kapao/contract/limits'

/** The shell's environment; nothing else in tools reads it. */
export const environment = process.env

export type StartSettings = {
  port: number
  sandboxPort: number
  controlPort: number
  /** Null switches the console off. */
  consolePort: number | null
  dataDir: string
  /** A database to use instead of the embedded one. */
  databaseUrl: string | null
  /** The owner's connection, for migrations; defaults to `databaseUrl`. */
  ownerUrl: string | null
  variant: Variant
  /** Open to phones in the same network, over https. */
  lan: boolean
  /** A house of one's own, with nothing of the demo in it. */
  isOwn: boolean
}

/** A user's mistake, reported in one sentence and without a stack trace. */
export class StartRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
  }
}

const variants = ['thai', 'laos'] as const

export function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = environment,
): StartSettings {
  const unknown = args.find((arg) => !['--lan', '--own'].includes(arg))
  if (unknown) throw new StartRefused(`${unknown} is not known here; there are --lan and --own`)
  const isOwn = args.includes('--own')
  const wantedVariant = env['VARIANT'] || 'thai'
  const variant = variants.find((known) => known === wantedVariant)
  if (!variant) throw new StartRefused(`VARIANT must be thai or laos, not "${wantedVariant}"`)
  const databaseUrl = env['DATABASE_URL'] || null
  return {
    port: readPort(env, 'PORT', 8080),
    sandboxPort: readPort(env, 'SANDBOX_PORT', 8090),
    controlPort: readPort(env, 'CONTROL_PORT', 8091),
    consolePort: ['none', '0'].includes(env['CONSOLE_PORT'] ?? '')
      ? null
      : readPort(env, 'CONSOLE_PORT', 8081),
    dataDir: resolve(env['DATA_DIR'] || (isOwn ? '.data/own' : '.data')),
    databaseUrl,
    ownerUrl: env['DATABASE_OWNER_URL'] || databaseUrl,
    variant,
    lan: args.includes('--lan'),
    isOwn,
  }
}

function readPort(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  otherwise: number,
): number {
  const text = env[name]
  if (!text) return otherwise
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535)
    throw new StartRefused(`${name} must be a port from 1 to 65535, not "${text}"`)
  return port
}
