import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import { isKey } from '#core/ids.ts'
import type { CommandInput } from '../command.ts'
import { refuseCommand, wrongUsage } from './fault.ts'

/** Parses a typed id; `list` is the command that shows ids. */
export function readId(text: string, list: string): string {
  return isKey(text) ? text : wrongUsage(`It is named by its id; see ${list}.`)
}

/** The same for what has a number. */
export function readNumber(text: string, list: string): string {
  return /^\d{1,18}$/.test(text) ? text : wrongUsage(`It is named by its number; see ${list}.`)
}

export function readVersion(typed: CommandInput, option: string): number | null {
  const text = typed.text(option)
  if (text === null) return null
  return /^\d{1,9}$/.test(text) ? Number(text) : wrongUsage(`--${option} takes a whole number.`)
}

export function readWhy(typed: CommandInput): string {
  return typed.text('why') ?? wrongUsage('Say how you know with --why "..."; it is kept.')
}

/** A file, or what is piped in for `-`. */
export async function readText(file: string): Promise<string> {
  const reading = file === '-' ? readStream(process.stdin) : readFile(file, 'utf8')
  return reading.catch((error: Error) => refuseCommand(`Cannot read ${file}: ${error.message}.`))
}
