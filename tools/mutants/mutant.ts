/** One deliberate fault, as a change of text. */
export type Mutant = {
  name: string
  /** The file, from the repository's root. */
  file: string
  /** Each text must stand in the file exactly once, so that a mutant that no longer fits is noticed. */
  edits: readonly (readonly [from: string, to: string])[]
  /** The tests that must notice; those of the ledger where nothing is said. */
  gate?: readonly string[]
}

/** Plants the fault; throws when the text to change is gone or stands there more than once. */
export function plantMutant(text: string, { name, file, edits }: Mutant): string {
  let planted = text
  for (const [from, to] of edits) {
    const places = planted.split(from).length - 1
    if (places !== 1)
      throw new Error(`${name}: ${places} places in ${file} read ${JSON.stringify(from)}`)
    planted = planted.replace(from, () => to)
  }
  return planted
}
