import { drawScaled } from './scaled.ts'

type Detector = { detect: (source: CanvasImageSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

/** The sizes at which a picture is searched: small codes are lost at one, noise disturbs another. */
const looks = [1_600, 1_000, 2_400, 700]
const lookMsMax = 500

/** The text of the QR code on a picture; null if none can be read here. */
export async function findCode(picture: ImageBitmap): Promise<string | null> {
  return (await findByBrowser(picture)) ?? findByHand(picture)
}

/** Phones with a built-in detector read codes that no script can. */
async function findByBrowser(picture: ImageBitmap): Promise<string | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass }
  if (!Own) return null
  try {
    if (!(await Own.getSupportedFormats()).includes('qr_code')) return null
    const [found] = await new Own({ formats: ['qr_code'] }).detect(picture)
    return found?.rawValue || null
  } catch {
    // Some browsers have the detector without the service behind it.
    return null
  }
}

/** Imported only when needed: nothing else uses a code reader. */
async function findByHand(picture: ImageBitmap): Promise<string | null> {
  const { decodeQR } = await import('qr/decode.js')
  const longest = Math.max(picture.width, picture.height)
  for (const side of looks) {
    if (side > longest && side !== looks[0]) continue
    const canvas = drawScaled(picture, side)
    const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(pixels, { format: 'RGBA', effort: 8, timeLimit: lookMsMax })
    } catch {
      // Nothing found at this size; the next one may work. The page may paint in between.
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
  }
  return null
}
