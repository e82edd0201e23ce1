type Environment = Readonly<Record<string, string | undefined>>

/** The account with the company that knows what banks know about a transfer. */
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

/** SLIP_SERVICE names the shape, so that the play world can be asked in both. */
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

const keyForm = /^[0-9a-f]{64}$/i

/** Signs the addresses of uploaded files. Without one each process makes its own, and an address opens only where it was made. */
export function fileLinkKeyOf(env: Environment, problems: string[]): Buffer | null {
  const { FILE_LINK_KEY: key } = env
  if (!key) return null
  if (keyForm.test(key)) return Buffer.from(key, 'hex')
  problems.push('FILE_LINK_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32`')
  return null
}
