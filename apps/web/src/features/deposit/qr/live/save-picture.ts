import { qrPicture } from '../queries.ts'

const side = 720
const lineHeight = 56
const captionHeight = 136

/** The code as a picture of its own, with amount and payee under it: a gallery shows it without this page. */
async function drawPicture(markup: string, caption: readonly string[]): Promise<Blob | null> {
  const code = new Image()
  // Some browsers do not draw an SVG without a size of its own.
  code.src = qrPicture(markup.replace('<svg ', `<svg width="${side}" height="${side}" `))
  await code.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side + captionHeight
  const context = canvas.getContext('2d')!
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingEnabled = false
  context.drawImage(code, 0, 0, side, side)
  context.fillStyle = '#000000'
  context.textAlign = 'center'
  for (const [line, words] of caption.entries()) {
    context.font = line === 0 ? 'bold 44px system-ui, sans-serif' : '28px system-ui, sans-serif'
    context.fillText(words, side / 2, side + (line + 1) * lineHeight - 8, side - 32)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Saves the code as a picture on this device. False if the browser cannot. */
export async function savePicture(markup: string, caption: readonly string[]): Promise<boolean> {
  const picture = await drawPicture(markup, caption).catch(() => null)
  if (!picture) return false
  const address = URL.createObjectURL(picture)
  const link = document.createElement('a')
  link.href = address
  link.download = 'qr.png'
  link.click()
  // A download that has started has the bytes already.
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
  return true
}

const keptMs = 30_000
