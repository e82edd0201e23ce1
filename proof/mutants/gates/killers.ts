import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { repository } from '../../../tools/run-tool.ts'
import { everyMutant } from '../every-mutant.ts'
import type { Killer } from './run-gate.ts'

const path = join(repository, '.data/mutants/killers.json')

/**
 * The test that last detected each fault: running it first saves running the others. A stale entry saves nothing, but
 * hides nothing.
 */
export async function readKillers(): Promise<Map<string, Killer>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return new Map(Object.entries(JSON.parse(text) as Record<string, Killer>))
}

/** Merges a hunt's findings into the current file, since another hunt may have written meanwhile. */
export async function keepKillers(found: ReadonlyMap<string, Killer>): Promise<void> {
  const all = new Map([...(await readKillers()), ...found])
  const kept = everyMutant.flatMap(({ name }) => {
    const killer = all.get(name)
    return killer ? [[name, killer] as const] : []
  })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}
