import type { Config } from '#context/config.ts'
import type { Settings } from '#settings/registry.ts'
import { openGameWorld, type GameWorld, type Player } from './game-world.ts'

export type SandboxCode = { reference: string; shown: string; state: string; payload: string }
export type SandboxPayment = {
  id: string
  bankReference: string
  reference: string
  amount: string
}

export type PayWorld = GameWorld & {
  /** Orders a code as the member's page does. */
  order: (player: Player, provider: string, amount: number) => Promise<Record<string, unknown>>
  /** The gateway's newest code. */
  newest: (provider: string) => Promise<SandboxCode>
  pay: (provider: string, fields: Record<string, unknown>) => Promise<SandboxPayment[]>
  walletOf: (player: Player) => Promise<number>
}

export const receivingWallet = { walletAccountName: 'KAPAO WALLET', mobile: '0911111111' }
const sellers = ['KBANK', 'WW', 'PAYONEX', 'PAYTIMZ', 'ZPAY'] as const

function paymentAccount(
  bankCode: (typeof sellers)[number] | 'BCEL',
): Settings['deposit.accounts'][number] {
  return {
    bankCode,
    bankType: 'PAYMENT',
    mode: 'AUTO',
    bank: { nameTH: bankCode, nameEN: bankCode },
    bankAccountName: 'KAPAO DEMO CO LTD',
    bankAccountNo: '1112223334',
    currency: bankCode === 'BCEL' ? 'LAK' : 'BAHT',
  }
}

/** A world with every gateway and a wallet for gift links. */
export async function openPayWorld(config: Partial<Config> = {}): Promise<PayWorld> {
  const world = await openGameWorld(config)
  await world.set('deposit.accounts', [...sellers, 'BCEL' as const].map(paymentAccount))
  await world.set('deposit.wallets', [{ ...receivingWallet, mode: 'AUTO', currency: 'BAHT' }])
  await world.passTime(0)
  const { sandbox } = world
  return {
    ...world,
    order: async (player, provider, amount) => {
      const answer = await player.call(`POST /api/qrcode/${provider}`, { body: { amount } })
      if (answer.status !== 200) throw new Error(`no code: ${answer.text}`)
      return answer.body
    },
    newest: async (provider) => {
      const [code] = await sandbox.control<SandboxCode[]>('GET', `/gateways/${provider}/codes`)
      if (!code) throw new Error(`${provider} has no code`)
      return code
    },
    pay: (provider, fields) => sandbox.control('POST', `/gateways/${provider}/pay`, fields),
    walletOf: async (player) => (await player.balances())['wallet'] ?? 0,
  }
}
