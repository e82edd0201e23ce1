import type { Queryable } from '#core/db/db.ts'
import { findPictures } from './store.ts'

/** What the QR codes in each of these files say; a file that the house does not have is missing. */
export async function readCodesOf(
  on: Queryable,
  files: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = files.length === 0 ? [] : await findPictures(on, files)
  return new Map(found.map(({ file, codes }) => [file, codes]))
}
