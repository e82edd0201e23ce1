import { pictureAddressForm } from '@kapao/contract/console/picture-limits'

export const picturesPath = '/pictures/'

export function addressOf(file: string): string {
  return `${picturesPath}${file}`
}

/** The file that an address names; null for any other address. */
export function fileOf(address: string): string | null {
  return pictureAddressForm.test(address) ? address.slice(picturesPath.length) : null
}
