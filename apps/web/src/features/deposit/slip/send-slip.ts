import { upload, type UploadOptions } from '#core/files/upload.ts'
import { readToken } from '#core/session/token.ts'

/** The codes sent from this page in this session; kept only in memory. */
let sent = { token: readToken(), codes: new Set<string>() }
const rememberedMax = 50

/** The next member to log in on this page has sent nothing yet. */
export function codesSent(): Set<string> {
  const token = readToken()
  if (sent.token !== token) sent = { token, codes: new Set() }
  return sent.codes
}

/** Sends a picture once, with progress and cancel. The answer says that it was accepted, not its outcome. */
export async function sendSlip(
  { picture, code }: { picture: Blob; code: string | null },
  uploading: UploadOptions,
): Promise<{ reference: string }> {
  const form = new FormData()
  form.set('file', picture, picture.type === 'image/png' ? 'slip.png' : 'slip.jpg')
  const codes = codesSent()
  const { reference } = await upload('POST /api/wallet/slip', form, uploading)
  if (code !== null && codes.size < rememberedMax) codes.add(code)
  return { reference }
}
