import { bytesOfMb, chatImageSizeMaxMb, chatVideoSizeMaxMb } from './limits.ts'
import { chatImageTypes, chatVideoTypes } from './limits-of-parts.ts'

/**
 * Which files may be attached to a chat message, by members and by operators. Both pages load this at run time, so
 * that they refuse a file before it is uploaded; the server decides by the file's content.
 */

/** For the file chooser. */
export const acceptedTypes = [...chatVideoTypes, ...chatImageTypes].join(',')

export type Unfit = { kind: 'unsupported' } | { kind: 'too-large'; megabytes: number }

/** Why a file cannot be sent; null where the server decides. */
export function findUnfit({
  name,
  type,
  size,
}: {
  name: string
  type: string
  size: number
}): Unfit | null {
  const megabytes = sizeMaxMb(type)
  if (!hasExtension(name) || megabytes === null) return { kind: 'unsupported' }
  return size > megabytes * bytesOfMb ? { kind: 'too-large', megabytes } : null
}

export function isVideo(type: string): boolean {
  return (chatVideoTypes as readonly string[]).includes(type)
}

/** A dot that is not at the start: `.png` and `photo` have no extension. */
function hasExtension(fileName: string): boolean {
  return fileName.lastIndexOf('.') > 0
}

/** The largest file of a type in MB, or null for a type that is not accepted. */
function sizeMaxMb(type: string): number | null {
  if (isVideo(type)) return chatVideoSizeMaxMb
  return (chatImageTypes as readonly string[]).includes(type) ? chatImageSizeMaxMb : null
}
