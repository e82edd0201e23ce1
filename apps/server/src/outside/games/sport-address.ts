import type { Config } from '#core/config.ts'
import { sandboxPlaces } from './family.ts'

/** Where the page sends the form that enters the sports provider: as the operator set it, else to the sandbox's. */
export function sportAddressOf(
  {
    variant,
    sandboxUrl,
    sandboxPublicUrl,
  }: Pick<Config, 'variant' | 'sandboxUrl' | 'sandboxPublicUrl'>,
  address: string | null,
): string | null {
  if (address !== null || sandboxUrl === null) return address
  const browsers = { variant, publicUrl: sandboxPublicUrl }
  const places = sandboxPlaces(sandboxUrl, { code: 'sport', family: 'amb' }, browsers)
  return `${places.launchAddress}/login`
}
