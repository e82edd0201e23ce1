import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sha256 } from '../ids.ts'
import { drawIcon, ground, icons, type IconBrand, type IconName } from './icon.ts'

const daySeconds = 24 * 60 * 60

/** `icon` is what a phone's home screen shows. */
export type Brand = { brandName: string; icon: IconBrand }

/** The picture at an address of ours; null where there is none. */
export type ReadPicture = (address: string) => Promise<Buffer | null>

/** Serves what a phone reads when the page is put on its home screen: the operator's name, color and picture. */
export async function serveBrand(
  app: FastifyInstance,
  { loadContent, readPicture }: { loadContent: () => Promise<Brand>; readPicture: ReadPicture },
): Promise<void> {
  const draw = async (name: IconName, { color, picture: address }: IconBrand) => {
    const picture = address === null ? null : await readPicture(address)
    return drawIcon(name, { color, picture })
  }
  const drawn = new Map<string, Promise<Buffer>>()
  app.get('/manifest.webmanifest', async (_request, reply) =>
    reply
      .header('content-type', 'application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(manifestOf(await loadContent()))),
  )
  for (const name of Object.keys(icons) as IconName[])
    app.get(`/icons/${name}`, async (request, reply) => {
      const { icon } = await loadContent()
      const mark = markOf(icon)
      const key = `${name} ${mark}`
      // Earlier pictures are not kept: every request gets the current one.
      if (!drawn.has(key)) forgetOthers(drawn, mark)
      const picture = drawn.get(key) ?? draw(name, icon)
      drawn.set(key, picture)
      // While the bucket is away; the next request tries again.
      picture.catch(() => drawn.delete(key))
      return reply
        .header('content-type', 'image/png')
        .header(
          'cache-control',
          isMarked(request, mark)
            ? 'public, max-age=31536000, immutable'
            : `public, max-age=${daySeconds}`,
        )
        .send(await picture)
    })
}

export function manifestOf({ brandName, icon }: Brand): object {
  const mark = markOf(icon)
  return {
    id: '/',
    name: brandName,
    short_name: brandName.slice(0, 12).trim(),
    start_url: '/user/home',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait',
    background_color: ground,
    theme_color: ground,
    icons: Object.entries(icons)
      .filter(([name]) => !name.startsWith('touch'))
      .map(([name, { size, purpose }]) => ({
        src: `/icons/${name}?v=${mark}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
  }
}

/** The operator's color for the one primary action, with a text color that is readable on it. */
export function brandCssOf(color: string, usual: string): string {
  if (color === usual) return ''
  const ink = luminanceOf(color) > 0.25 ? '#1a1200' : '#ffffff'
  return `:root{--gold:${color};--gold-ink:${ink}}`
}

/** WCAG's relative luminance of #rrggbb. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function markOf(icon: IconBrand): string {
  return sha256(JSON.stringify(icon)).toString('hex').slice(0, 10)
}

function isMarked(request: FastifyRequest, mark: string): boolean {
  return (request.query as Record<string, unknown>)['v'] === mark
}

function forgetOthers(drawn: Map<string, unknown>, mark: string): void {
  for (const key of drawn.keys()) if (!key.endsWith(mark)) drawn.delete(key)
}
