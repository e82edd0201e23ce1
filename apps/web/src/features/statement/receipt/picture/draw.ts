import type { PictureWords } from './words.ts'

const widthPx = 1_080
const edgePx = 80
const factPx = 88
const factsAt = 560
const belowFactsPx = 330
const smallestPx = 26
/** Dark on light whatever the page looks like, as on paper. */
const colors = { paper: '#ffffff', ink: '#12151f', dim: '#555c6e', line: '#c9a227' }
const standingColors = { SUCCESS: '#0b6e43', FAILED: '#b3261e', PENDING: '#555c6e' } as const

type Pen = { context: CanvasRenderingContext2D; family: string }
type TextLine = {
  y: number
  px: number
  isBold?: boolean
  color?: string
  align?: 'left' | 'center' | 'right'
  /** The part of the width that it may take. */
  share?: number
}

/** The receipt as a picture; null where the browser makes none. */
export async function drawPicture(words: PictureWords): Promise<Blob | null> {
  // Drawn before its fonts are there, a word would be boxes.
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  canvas.width = widthPx
  canvas.height = factsAt + words.facts.length * factPx + belowFactsPx
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = colors.paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawWords({ context, family: getComputedStyle(document.body).fontFamily }, words)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function drawWords(pen: Pen, words: PictureWords): void {
  const { brand, title, activity, amount, status, standing, facts, code } = words
  write(pen, brand, { y: 110, px: 46, isBold: true, align: 'left', share: 0.5 })
  write(pen, title, { y: 110, px: 36, color: colors.dim, align: 'right', share: 0.48 })
  rule(pen, 150)
  write(pen, activity, { y: 250, px: 42 })
  const isDim = standing !== 'SUCCESS'
  write(pen, amount, { y: 370, px: 96, isBold: true, color: isDim ? colors.dim : colors.ink })
  write(pen, status, { y: 450, px: 44, isBold: true, color: standingColors[standing] })
  for (const [place, [name, value]] of facts.entries()) {
    const y = factsAt + place * factPx
    write(pen, name, { y, px: 34, color: colors.dim, align: 'left', share: 0.42 })
    write(pen, value, { y, px: 36, isBold: true, align: 'right', share: 0.56 })
  }
  const below = factsAt + facts.length * factPx
  rule(pen, below)
  write(pen, code.name, { y: below + 90, px: 34, color: colors.dim })
  write(pen, code.value, { y: below + 160, px: 50, isBold: true })
  write(pen, code.note, { y: below + 240, px: 32, color: colors.dim })
}

function rule({ context }: Pen, y: number): void {
  context.fillStyle = colors.line
  context.fillRect(edgePx, y, widthPx - 2 * edgePx, 4)
}

/** One line, smaller where it would not fit. */
function write({ context, family }: Pen, words: string, line: TextLine): void {
  const { y, isBold = false, color = colors.ink, align = 'center', share = 1 } = line
  const room = (widthPx - 2 * edgePx) * share
  const at = { left: edgePx, center: widthPx / 2, right: widthPx - edgePx }[align]
  context.fillStyle = color
  context.textAlign = align
  let { px } = line
  const setFont = () => {
    context.font = `${isBold ? 'bold ' : ''}${px}px ${family}`
  }
  setFont()
  while (px > smallestPx && context.measureText(words).width > room) {
    px -= 2
    setFont()
  }
  context.fillText(words, at, y, room)
}
