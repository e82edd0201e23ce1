/** The kind of a file by its first bytes; its name and declared type are ignored. */
export type FileKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'mp4' | 'quicktime'

/** As many bytes as the longest of the signatures below needs. */
export const headBytes = 12

const marks: readonly { kind: FileKind; at: number; bytes: string }[] = [
  { kind: 'png', at: 0, bytes: '89504e470d0a1a0a' },
  { kind: 'jpeg', at: 0, bytes: 'ffd8ff' },
  { kind: 'gif', at: 0, bytes: '474946383761' },
  { kind: 'gif', at: 0, bytes: '474946383961' },
  { kind: 'webp', at: 8, bytes: '57454250' },
  { kind: 'quicktime', at: 4, bytes: '6674797071742020' },
  { kind: 'mp4', at: 4, bytes: '66747970' },
]

export function fileKindOf(head: Uint8Array): FileKind | null {
  const found = marks.find(({ at, bytes }) => {
    const mark = Buffer.from(bytes, 'hex')
    return Buffer.from(head.subarray(at, at + mark.length)).equals(mark)
  })
  return found?.kind ?? null
}
