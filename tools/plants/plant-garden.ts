import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runOxlint, type Diagnostic } from '../lint.ts'

/** Files that break one tidy rule, and files that do the same correctly: path and text alternate. */
export type TidyPlant = {
  rule: string
  bad: Record<string, string>
  good: Record<string, string>
}

/** The rule of a ban on words, planted with several violations in the same place. */
export function word(
  rule: string,
  path: string,
  texts: { bad: string[]; good: string[] },
): TidyPlant[] {
  const good = Object.fromEntries([[path, texts.good.join('\n')]])
  return texts.bad.map((bad) => ({ rule, bad: { [path]: bad }, good }))
}

/**
 * oxlint's findings on a set of files, by path: they are written into a separate folder, with a copy of the project's
 * rules.
 */
export async function lintFiles(
  config: string,
  files: Readonly<Record<string, string>>,
): Promise<Map<string, Diagnostic[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'kapao-plants-'))
  try {
    for (const [path, text] of Object.entries({ ...files, '.oxlintrc.json': config })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return Map.groupBy(await runOxlint(folder), (diagnostic) => diagnostic.filename)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
