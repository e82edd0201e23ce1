import type { Environment } from '#core/secrets.ts'
import type { readerOf } from './environment.ts'

/** Where members open the page, as their browsers see it; in production nothing is guessed. */
export function walletOriginOf(
  env: Environment,
  read: ReturnType<typeof readerOf>,
  { problems, production }: { problems: string[]; production: boolean },
): string | null {
  const [origin, ...more] = read.origins('WALLET_ORIGIN')
  if (more.length > 0)
    problems.push('WALLET_ORIGIN must be one origin, such as https://wallet.example.com')
  if (production && origin !== undefined && !origin.startsWith('https:'))
    problems.push('WALLET_ORIGIN must be https: passkeys are bound to it')
  // WebAuthn wants a name, and takes localhost without TLS.
  return origin ?? (production ? null : `http://localhost:${env['PORT'] || 8080}`)
}
