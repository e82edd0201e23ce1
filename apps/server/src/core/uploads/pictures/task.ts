/**
 * `first`: its use cannot wait for other pictures, and a process is reserved for it. `last` waits behind all others.
 */
export type TaskPriority = 'first' | 'next' | 'last'

export type PictureTask = {
  source: string
  /** Where the picture is rewritten, as JPEG unless it is a GIF. */
  target: string
  readQr: boolean
  /** Where its thumbnail goes, as JPEG. */
  thumbnail?: string
  /** Whether a GIF is accepted too; it stays an animated GIF. */
  takesGif?: boolean
  /** For a picture of the house, which everybody sees (`house-picture.ts`). */
  isOfHouse?: boolean
}

/**
 * `broken`, `too-large`, `slow` and `more`, which holds more than a picture, are the file's fault; `missing` means that
 * there is none; `failed` and `stuck` are ours.
 */
export type PictureResult =
  | { outcome: 'done'; width: number; height: number; texts: string[] }
  | { outcome: 'broken' | 'too-large' | 'slow' | 'more' | 'missing' | 'stuck' }
  | { outcome: 'failed'; why: string }

/** The input of the looks: one byte per pixel, in a file of its own. */
export type GreyFile = { path: string; width: number; height: number; longest: number }

/** One turn at the decoder. `quick` finishes cheap pictures; `rest` continues where a quick one stopped. */
export type Turn =
  | (PictureTask & { turn: 'quick' | 'whole'; greyPath: string; cpuMaxMs: number })
  | { turn: 'rest'; grey: GreyFile; cpuMaxMs: number }

export type TurnResult = (
  | PictureResult
  /** Too expensive for a quick turn; nothing was done. */
  | { outcome: 'heavy' }
  /** Rewritten, and the cheap looks found no code. */
  | { outcome: 'unread'; width: number; height: number; grey: GreyFile }
  | { outcome: 'texts'; texts: string[] }
) & { cpuMs?: number }
