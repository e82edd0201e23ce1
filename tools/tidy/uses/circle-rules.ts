import { isCode, type SourceFile, type TidyRule, type Violation } from '#tools/tidy/source-files.ts'
import { importReader, lateImportReader } from '#tools/tidy/walls/imports.ts'

/**
 * Reading one file of a circle means reading all of them, so types count too. Pages load screens that lead back to them
 * later; in the server a later import hides a circle and does not break it.
 */
export const noFileCircles: TidyRule = {
  name: 'no-file-circles',
  check: (files) => {
    const code = files.filter(({ path }) => isCode(path))
    const known = new Set(code.map(({ path }) => path))
    const [readNow, readLater] = [importReader(files), lateImportReader(files)]
    const read = (file: SourceFile): { path: string | null; line: number }[] =>
      file.path.startsWith('apps/server/') ? [...readNow(file), ...readLater(file)] : readNow(file)
    const imports = new Map(
      code.map((file) => [
        file.path,
        read(file).flatMap(({ path, line }) => (path && known.has(path) ? [{ path, line }] : [])),
      ]),
    )
    return code.flatMap(({ path }) => circleAt(path, imports))
  },
}

type ImportedFile = { path: string; line: number }

/** The shortest way from a file back to itself, reported once: at the file whose path sorts first. */
function circleAt(start: string, imports: ReadonlyMap<string, ImportedFile[]>): Violation[] {
  const cameFrom = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
    for (const next of imports.get(path) ?? []) {
      if (next.path === start) return violationAt(wayTo(path, cameFrom), imports)
      if (next.path < start || cameFrom.has(next.path)) continue
      cameFrom.set(next.path, path)
      waiting.push(next.path)
    }
  return []
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end]
  for (let from = cameFrom.get(end); from !== undefined; from = cameFrom.get(from))
    way.unshift(from)
  return way
}

function violationAt(way: string[], imports: ReadonlyMap<string, ImportedFile[]>): Violation[] {
  const [path, next = path] = way as [string, ...string[]]
  const line = imports.get(path)!.find((one) => one.path === next)!.line
  const message = `a circle of files: ${[...way, path].join(' -> ')}; move what they share to a file below them`
  return [{ path, line, message }]
}
