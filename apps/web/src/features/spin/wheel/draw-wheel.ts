import { wheelDarkenShare } from '@kapao/contract/limits-of-wheel'

export type Sector = { label: string; bgColor: string; textColor: string; chance: number }
export type Palette = { rim: string; rimText: string; fill: string; line: string; font: string }
export type WheelDrawing = {
  sectors: readonly Sector[]
  sizePx: number
  /** Device pixels for each CSS pixel. */
  density: number
  palette: Palette
  /** The winning sector, while the others are dark. */
  winner: number | null
}

const rimPx = 26
const hubPx = 44
const labelPx = 14
const labelPxMin = 13
const linePx = 16
const crowded = 14
/** With up to this many sectors, each is wide enough for two lines. */
const roomy = 10
const top = -Math.PI / 2

/** Draws the whole wheel at rest, clockwise from the pointer at the top; it is rotated as an image. */
export function drawWheel(canvas: HTMLCanvasElement, drawing: WheelDrawing): void {
  const { sectors, sizePx, density } = drawing
  const context = canvas.getContext('2d')
  if (!context) return
  canvas.width = Math.round(sizePx * density)
  canvas.height = canvas.width
  context.setTransform(canvas.width / sizePx, 0, 0, canvas.width / sizePx, 0, 0)
  context.clearRect(0, 0, sizePx, sizePx)
  context.translate(sizePx / 2, sizePx / 2)
  const step = (2 * Math.PI) / sectors.length
  const chanceMax = Math.max(...sectors.map(({ chance }) => chance), Number.MIN_VALUE)
  for (const [place, sector] of sectors.entries()) {
    const isDark = drawing.winner !== null && drawing.winner !== place
    const from = top + place * step
    drawSector(context, { drawing, sector, isDark, from, step })
    drawOdds(context, { drawing, sector, from, step, share: sector.chance / chanceMax })
  }
}

type Part = { drawing: WheelDrawing; sector: Sector; from: number; step: number }

function drawSector(
  context: CanvasRenderingContext2D,
  { drawing, sector, isDark, from, step }: Part & { isDark: boolean },
): void {
  const { sizePx, palette, sectors } = drawing
  const radius = sizePx / 2 - rimPx
  context.beginPath()
  context.moveTo(0, 0)
  context.arc(0, 0, radius, from, from + step)
  context.closePath()
  context.fillStyle = isDark ? darken(sector.bgColor) : sector.bgColor
  context.fill()
  context.strokeStyle = palette.line
  context.lineWidth = 1
  context.stroke()

  context.save()
  context.rotate(from + step / 2)
  context.fillStyle = isDark ? darken(sector.textColor) : sector.textColor
  context.font = `600 ${sectors.length > crowded ? labelPxMin : labelPx}px ${palette.font}`
  context.textAlign = 'right'
  context.textBaseline = 'middle'
  const room = radius - hubPx - 18
  const measure = (text: string): number => context.measureText(text).width
  const lines = sectors.length > roomy ? [sector.label] : linesOf(sector.label, room, measure)
  for (const [place, line] of lines.entries())
    context.fillText(
      fit(context, line, room),
      radius - 10,
      (place - (lines.length - 1) / 2) * linePx,
    )
  context.restore()
}

/** Each sector shows its chance on the rim, and a line whose length compares it with the likeliest. */
function drawOdds(
  context: CanvasRenderingContext2D,
  { drawing, sector, from, step, share }: Part & { share: number },
): void {
  const { sizePx, palette } = drawing
  const outer = sizePx / 2 - 1
  const inner = sizePx / 2 - rimPx
  context.beginPath()
  context.arc(0, 0, outer, from, from + step)
  context.arc(0, 0, inner, from + step, from, true)
  context.closePath()
  context.fillStyle = palette.rim
  context.fill()
  context.strokeStyle = palette.line
  context.stroke()

  if (share > 0) {
    const half = (step / 2) * share * 0.94
    context.beginPath()
    context.arc(0, 0, inner + 2.5, from + step / 2 - half, from + step / 2 + half)
    context.strokeStyle = palette.fill
    context.lineWidth = 4
    context.stroke()
    context.lineWidth = 1
  }

  context.save()
  context.rotate(from + step / 2 - top)
  context.fillStyle = palette.rimText
  context.font = `600 ${labelPxMin}px ${palette.font}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const text = textOfChance(sector.chance)
  if (context.measureText(text).width < step * inner - 6)
    context.fillText(text, 0, -(inner + outer) / 2 - 2)
  context.restore()
}

/** As many decimals as needed for a rare chance not to read as zero. */
export function textOfChance(chance: number): string {
  if (Number.isInteger(chance)) return `${chance}%`
  const decimals = chance >= 10 ? 1 : chance >= 0.01 ? 2 : 4
  return `${chance.toFixed(decimals)}%`
}

/** The words of a label on one line if they fit, else on two lines as equal as possible. */
export function linesOf(
  label: string,
  room: number,
  measure: (text: string) => number,
): readonly string[] {
  if (measure(label) <= room) return [label]
  const words = label.split(' ')
  const ways = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')])
  const widest = (lines: readonly string[]): number => Math.max(...lines.map(measure))
  return ways.toSorted((one, other) => widest(one) - widest(other))[0] ?? [label]
}

function fit(context: CanvasRenderingContext2D, label: string, width: number): string {
  if (context.measureText(label).width <= width) return label
  const letters = [...new Intl.Segmenter().segment(label)].map(({ segment }) => segment)
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width)
    letters.pop()
  return `${letters.join('')}…`
}

/** Keeps a quarter of each component of a color like #f5b83d. */
export function darken(color: string): string {
  const parts = [1, 3, 5].map((from) => Number.parseInt(color.slice(from, from + 2), 16))
  return `rgb(${parts.map((part) => Math.round(part * wheelDarkenShare)).join(' ')})`
}
