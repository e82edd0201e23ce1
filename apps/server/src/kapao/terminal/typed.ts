import { isKey } from '#core/ids.ts'
import { wrongUsage } from './fault.ts'

/** Parses a typed id; `list` is the command that shows ids. */
export function readId(text: string, list: string): string {
  return isKey(text) ? text : wrongUsage(`It is named by its id; see ${list}.`)
}
