import sharp from 'sharp'

/** Sizes and purposes of the icons, by file name. */
export const icons = {
  'icon-192.png': { size: 192, purpose: 'any' },
  'icon-512.png': { size: 512, purpose: 'any' },
  'mask-512.png': { size: 512, purpose: 'maskable' },
  'touch-180.png': { size: 180, purpose: 'maskable' },
} as const

export type IconName = keyof typeof icons

export type IconBrand = {
  /** The color of the one primary action, as #rrggbb. */
  color: string
  /** The address of the operator's picture; null for the default icon. */
  picture: string | null
}

type DrawnBrand = { color: string; picture: Buffer | null }

export const ground = '#0b0f1a'
/** Phones crop a maskable icon to their own shape; this share of it always stays visible. */
const safeShare = 0.66

/** Draws the icon in one of its forms; an unreadable picture counts as none. */
export async function drawIcon(name: IconName, { color, picture }: DrawnBrand): Promise<Buffer> {
  const { size, purpose } = icons[name]
  if (picture !== null) {
    const drawn = await fromPicture(picture, size, purpose).catch(() => null)
    if (drawn) return drawn
  }
  return sharp(Buffer.from(markAsSvg(size, purpose, color)))
    .png()
    .toBuffer()
}

async function fromPicture(bytes: Buffer, size: number, purpose: string): Promise<Buffer> {
  const inside = purpose === 'maskable' ? Math.round(size * safeShare) : size
  const margin = (size - inside) / 2
  return sharp(bytes, { limitInputPixels: 4096 * 4096 })
    .resize(inside, inside, { fit: 'contain', background: '#00000000' })
    .extend({
      top: Math.floor(margin),
      left: Math.floor(margin),
      bottom: Math.ceil(margin),
      right: Math.ceil(margin),
      background: purpose === 'maskable' ? ground : '#00000000',
    })
    .flatten(purpose === 'maskable' ? { background: ground } : false)
    .png()
    .toBuffer()
}

function markAsSvg(size: number, purpose: string, color: string): string {
  const isMaskable = purpose === 'maskable'
  const scale = isMaskable ? safeShare * 1.1 : 1
  const shift = (64 - 64 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 64 64">
<rect width="64" height="64" rx="${isMaskable ? 0 : 15}" fill="${ground}"/>
<g transform="translate(${shift} ${shift}) scale(${scale})">
<circle cx="41" cy="18" r="8.5" fill="#ffe2a0"/>
<rect x="9" y="22" width="46" height="31" rx="9" fill="${color}"/>
<path d="M55 32H45a6 6 0 0 0 0 12h10z" fill="#5c3f0c"/>
<circle cx="45.5" cy="38" r="2.5" fill="${color}"/>
</g></svg>`
}
