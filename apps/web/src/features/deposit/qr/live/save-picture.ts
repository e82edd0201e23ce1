import { qrPicture } from '../queries.ts'

const side = 720
const captionHeight = 96

/** The code as a picture of its own, with the amount under it, because a gallery shows it without this page. */
async function drawPicture(markup: string, caption: string): Promise<Blob | null> {
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
  context.font = 'bold 44px system-ui, sans-serif'
  context.textAlign = 'center'
  context.fillText(caption, side / 2, side + captionHeight / 2)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Saves the code as a picture on this device. False if the browser cannot. */
export async function savePicture(markup: string, caption: string): Promise<boolean> {
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
