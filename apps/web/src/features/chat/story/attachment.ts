import {
  bytesOfMb,
  chatFileSizeMaxMb,
  chatImageTypes,
  chatVideoTypes,
  hasExtension,
} from '@kapao/contract/limits'

/** For the file chooser. */
export const acceptedTypes = [...chatVideoTypes, ...chatImageTypes].join(',')

export type Unfit = { kind: 'unsupported' } | { kind: 'too-large'; megabytes: number }

/** Why a file cannot be sent; null if it can. */
export function findUnfit({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): Unfit | null {
  const megabytes = chatFileSizeMaxMb(type)
  if (!hasExtension(name) || megabytes === null) return { kind: 'unsupported' }
  return size > megabytes * bytesOfMb ? { kind: 'too-large', megabytes } : null
}

export function isVideo(type: string): boolean {
  return (chatVideoTypes as readonly string[]).includes(type)
}
