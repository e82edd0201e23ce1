import type { Queryable } from '#core/db/db.ts'
import { isFileName } from '#core/uploads/folder.ts'
import { findFile, type ChatFile } from './store.ts'

const addressForm = /^\/files\/chat\/([^/]{1,80})\//

/**
 * The file at an address that an upload returned, when it is this owner's. The address may have expired: a message can
 * wait in an offline phone for longer than that, and the file's row names the owner.
 */
export async function findOwnFile(
  on: Queryable,
  owner: string,
  address: string,
): Promise<ChatFile | null> {
  const name = addressForm.exec(address)?.[1]
  if (name === undefined || !isFileName(name)) return null
  const file = await findFile(on, name)
  return file?.owner === owner ? file : null
}
