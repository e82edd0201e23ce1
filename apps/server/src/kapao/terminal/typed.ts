import { readFile } from 'node:fs/promises'
import { text as readStream } from 'node:stream/consumers'
import type { CommandInput } from '../command.ts'
import { refuseCommand, wrongUsage } from './fault.ts'

export function readVersion(typed: CommandInput, option: string): number | null {
  const text = typed.text(option)
  if (text === null) return null
  return /^\d{1,9}$/.test(text) ? Number(text) : wrongUsage(`--${option} takes a whole number.`)
}

/** A file, or what is piped in for `-`. */
export async function readText(file: string): Promise<string> {
  const reading = file === '-' ? readStream(process.stdin) : readFile(file, 'utf8')
  return reading.catch((error: Error) => refuseCommand(`Cannot read ${file}: ${error.message}.`))
}
