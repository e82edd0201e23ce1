import {
  bytesOfMb,
  chatFileSizeMaxMb,
  chatImageTypes,
  chatVideoTypes,
  hasExtension,
} from '@kapao/contract/limits'

/** For the file input: operators may send the same types as members. */
export const acceptedTypes = [...chatImageTypes, ...chatVideoTypes].join(',')

export type Unfit =
  | { kind: 'unsupported' }
  | { kind: 'too-large'; megabytes: number }
  | { kind: 'too-many'; most: number }

/** Why a file cannot be sent; null where the server decides. */
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
