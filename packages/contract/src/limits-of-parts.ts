import type { QrProvider } from './limits.ts'

// Only some parts of the page need these, and they come with those parts: limits.ts is in the first file of every visit.

export const qrPresets: Record<QrProvider, readonly number[]> = {
  KBANK: [10, 20, 50, 100, 500, 1000],
  WW: [100, 200, 300, 500, 1000],
  PAYONEX: [100, 200, 300, 500, 1000],
  PAYTIMZ: [10, 50, 100, 500, 1000],
  ZPAY: [10, 50, 100, 500, 1000],
}
/** In baht; settings may override them. */
export const qrMinimums: Record<QrProvider, number> = {
  KBANK: 1,
  WW: 100,
  PAYONEX: 100,
  PAYTIMZ: 10,
  ZPAY: 10,
}

export const autoLoginProviders = [
  'pg',
  'betflix',
  'askmebet',
  'imi',
  'usun',
  'areaslot',
  'circus',
  'slotracha',
  'pgslot',
  'joker2',
  'huayhd',
] as const

export const giftLinkAlgorithm = 'RSA-OAEP-256'
export const giftLinkEncryption = 'A256GCM'

// Files.
export const slipTypes = ['image/png', 'image/jpeg'] as const
export const chatImageTypes = ['image/png', 'image/jpeg', 'image/jpg', 'image/gif'] as const
export const chatVideoTypes = ['video/quicktime', 'video/mp4'] as const
