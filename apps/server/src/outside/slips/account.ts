import { isDefaultSecret, type Environment } from '#core/secrets.ts'

/** The account at the company that looks transfers up at the banks. */
export type SlipService = {
  shape: 'slipok' | 'easyslip'
  url: string
  key: string
  /** SlipOK counts by branch; EasySlip has none. */
  branch: string
}

const addresses = {
  slipok: 'https://api.slipok.com',
  easyslip: 'https://api.easyslip.com',
} as const

/** SLIP_SERVICE names the protocol, so that the sandbox can be called in both. */
export function slipServiceOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): SlipService | null {
  const { SLIP_SERVICE: named, SLIP_KEY: key, SLIP_BRANCH: branch = '' } = env
  const shape = named || (sandboxUrl ? 'slipok' : null)
  if (shape === null) return null
  if (shape !== 'slipok' && shape !== 'easyslip') {
    problems.push('SLIP_SERVICE must be slipok or easyslip')
    return null
  }
  if (sandboxUrl) return { shape, url: sandboxUrl, key: 'sandbox-slip-key', branch: '1' }
  if (!key) problems.push('SLIP_SERVICE needs SLIP_KEY')
  if (shape === 'slipok' && !branch) problems.push('SLIP_SERVICE=slipok needs SLIP_BRANCH')
  return key ? { shape, url: addresses[shape], key, branch } : null
}

/** S53: a key that is publicly known. */
export function unsafeSlips(service: SlipService | null): string[] {
  if (!service || !isDefaultSecret(service.key)) return []
  return ['SLIP_KEY is a default one; request a new one']
}
