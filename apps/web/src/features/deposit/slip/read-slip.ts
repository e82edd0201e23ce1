import { bytesOfMb, slipSizeMaxMb } from '@kapao/contract/limits'
import { slipTypes } from '@kapao/contract/limits-of-parts'
import { findCode } from './find-code.ts'
import { drawScaled, toJpeg } from './scaled.ts'
import { kindOfCode } from './slip-code.ts'

/**
 * What the phone can find out about a picture. `good`: a slip. `no-code`, `damaged`, `not-a-slip`: it will most likely
 * be refused, and the member may choose another one or send it anyway. `seen`: this transfer was sent from here before.
 * `no-picture`: not a picture that can be shown. `too-large`: it cannot be made small enough.
 */
export type SlipLook =
  | {
      look: 'good' | 'no-code' | 'damaged' | 'not-a-slip' | 'seen'
      picture: Blob
      code: string | null
    }
  | { look: 'no-picture' | 'too-large' }

const sideMax = 1_600
const quality = 0.85
/** Smaller pictures are sent unchanged: shrinking would cost more than sending. */
const smallBytes = 400 * 1_024

/** Reads a chosen picture on the phone and prepares it for sending. Sends nothing. */
export async function readSlip(file: Blob, sent: ReadonlySet<string>): Promise<SlipLook> {
  const decoded = await createImageBitmap(file).catch(() => null)
  if (!decoded) return { look: 'no-picture' }
  try {
    const code = await findCode(decoded)
    const picture = await shrink(file, decoded, code)
    if (picture === null) return { look: 'too-large' }
    return { look: lookOf(code, sent), picture, code }
  } finally {
    decoded.close()
  }
}

function lookOf(code: string | null, sent: ReadonlySet<string>) {
  if (code === null) return 'no-code'
  if (sent.has(code)) return 'seen'
  const kind = kindOfCode(code)
  if (kind === 'slip') return 'good'
  return kind === 'damaged' ? 'damaged' : 'not-a-slip'
}

/** If the code cannot be read after shrinking, the original is sent. */
async function shrink(file: Blob, decoded: ImageBitmap, code: string | null): Promise<Blob | null> {
  const isTaken = (slipTypes as readonly string[]).includes(file.type)
  const asItIs = isTaken && file.size <= slipSizeMaxMb * bytesOfMb ? file : null
  if (asItIs && asItIs.size <= smallBytes) return asItIs
  const small = await toJpeg(drawScaled(decoded, sideMax), quality)
  if (!small) return asItIs
  if (asItIs && small.size >= asItIs.size) return asItIs
  if (code === null) return small
  const again = await createImageBitmap(small)
  try {
    return (await findCode(again)) === code ? small : (asItIs ?? small)
  } finally {
    again.close()
  }
}
