/** `first`: what hangs on it cannot wait for other people's pictures, and a process is kept for it. `last` waits behind all others. */
export type Place = 'first' | 'next' | 'last'

export type PictureTask = {
  source: string
  /** Where the picture is written anew, as JPEG unless it is a GIF. */
  target: string
  readQr: boolean
  /** Where a small picture beside it goes, as JPEG. */
  thumbnail?: string
  /** Whether a GIF is taken, too; it stays one, and goes on moving. */
  takesGif?: boolean
}

/** `broken`, `too-large` and `slow` are about the file; `missing` says that there is none; `failed` and `stuck` are about us. */
export type PictureDone =
  | { outcome: 'done'; width: number; height: number; texts: string[] }
  | { outcome: 'broken' | 'too-large' | 'slow' | 'missing' | 'stuck' }
  | { outcome: 'failed'; why: string }

/** What the looks are made from: one byte for each pixel, in a file of its own. */
export type GreyFile = { path: string; width: number; height: number; longest: number }

/** One turn at the decoder. `quick` ends what is cheap; `rest` goes on where a quick one stopped. */
export type Turn =
  | (PictureTask & { turn: 'quick' | 'whole'; greyPath: string; cpuMaxMs: number })
  | { turn: 'rest'; grey: GreyFile; cpuMaxMs: number }

export type TurnDone = (
  | PictureDone
  /** Too dear for a quick turn; nothing was done. */
  | { outcome: 'heavy' }
  /** Written anew, and no code was found by the cheap looks. */
  | { outcome: 'unread'; width: number; height: number; grey: GreyFile }
  | { outcome: 'texts'; texts: string[] }
) & { cpuMs?: number }
