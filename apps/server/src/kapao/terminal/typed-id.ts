import { isKey } from '#core/ids.ts'
import { wrongUsage } from './fault.ts'

/** An id as it was typed; `list` is the command that shows them. */
export function readId(text: string, list: string): string {
  return isKey(text) ? text : wrongUsage(`It is named by its id; see ${list}.`)
}
