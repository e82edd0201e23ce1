import { upload, type Uploading } from '#core/files/upload.ts'
import { readToken } from '#core/session/token.ts'

/** What was sent from this page in this session; only in memory, and forgotten with it. */
let sent = { token: readToken(), codes: new Set<string>() }
const rememberedMax = 50

/** Whoever logs in next on this page has sent nothing yet. */
export function codesSent(): Set<string> {
  const token = readToken()
  if (sent.token !== token) sent = { token, codes: new Set() }
  return sent.codes
}

/** Sends a picture with progress and cancel, once. The answer says that it was taken, not what became of it. */
export async function sendSlip(
  { picture, code }: { picture: Blob; code: string | null },
  uploading: Uploading,
): Promise<{ reference: string }> {
  const form = new FormData()
  form.set('file', picture, picture.type === 'image/png' ? 'slip.png' : 'slip.jpg')
  const codes = codesSent()
  const { reference } = await upload('POST /api/wallet/slip', form, uploading)
  if (code !== null && codes.size < rememberedMax) codes.add(code)
  return { reference }
}
