import { upload, type Uploading } from '#core/api.ts'

/** What was sent from this page; only in memory, and forgotten with it. */
const sentCodes = new Set<string>()
const rememberedMax = 50

export function codesSent(): ReadonlySet<string> {
  return sentCodes
}

/** Sends a picture with progress and cancel, once. The answer says that it was taken, not what became of it. */
export async function sendSlip(
  { picture, code }: { picture: Blob; code: string | null },
  uploading: Uploading,
): Promise<{ reference: string }> {
  const form = new FormData()
  form.set('file', picture, picture.type === 'image/png' ? 'slip.png' : 'slip.jpg')
  const { reference } = await upload('POST /api/wallet/slip', form, uploading)
  if (code !== null && sentCodes.size < rememberedMax) sentCodes.add(code)
  return { reference }
}
