export type GatewayFamily = 'kbank' | 'payonex' | 'signed' | 'onepay'

export type GatewayFacts = {
  code: string
  family: GatewayFamily
  currency: 'THB' | 'LAK'
  /** In hundredths, whatever the currency. */
  minimum: number
  /** Some add satang to distinguish payments; the code then asks for more than the ordered amount. */
  addsSatang: boolean
}

const baht = 100

/** All providers of payment codes (docs/outside/gateways.md). Each is served under `/gateways/<code>`. */
export const gatewayFacts: readonly GatewayFacts[] = [
  { code: 'KBANK', family: 'kbank', currency: 'THB', minimum: baht, addsSatang: false },
  { code: 'PAYONEX', family: 'payonex', currency: 'THB', minimum: 100 * baht, addsSatang: false },
  { code: 'WW', family: 'signed', currency: 'THB', minimum: 100 * baht, addsSatang: true },
  { code: 'PAYTIMZ', family: 'signed', currency: 'THB', minimum: 10 * baht, addsSatang: false },
  { code: 'ZPAY', family: 'signed', currency: 'THB', minimum: 10 * baht, addsSatang: false },
  { code: 'BCEL', family: 'onepay', currency: 'LAK', minimum: baht, addsSatang: false },
]

/** The app's credentials at all of them; they are valid nowhere else. */
export const merchant = {
  id: 'sandbox-merchant',
  key: 'sandbox-gateway-key',
  webhookSecret: 'sandbox-webhook-secret',
  onepayMerchant: 'mch6112345678901',
} as const
