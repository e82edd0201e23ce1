import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository, runTool } from './run-tool.ts'
import { checkSizes, isSizeDiagnostic, type Diagnostic, type Oversized } from './tidy/ratchet.ts'
import type { Violation } from './tidy/source-files.ts'

export function readOversized(): Oversized {
  const text = readFileSync(join(repository, 'tools/tidy/oversized.json'), 'utf8')
  return JSON.parse(text) as Oversized
}

/** Runs oxlint, with type information, on a folder that contains an .oxlintrc.json, or on some files in it. */
export async function runOxlint(
  folder: string,
  paths: readonly string[] = [],
): Promise<Diagnostic[]> {
  const { stdout, output } = await runTool('oxlint', ['--format', 'json', ...paths], folder)
  try {
    return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics
  } catch (cause) {
    throw new Error(`oxlint gave no report: ${output}`, { cause })
  }
}

/** oxlint's findings, with sizes judged by the ratchet instead of by the bare limit. */
export function judgeLint(diagnostics: readonly Diagnostic[], known: Oversized): Violation[] {
  const found = diagnostics
    .filter((diagnostic) => !isSizeDiagnostic(diagnostic))
    .map(({ filename, labels, code, message, help }) => ({
      path: filename,
      line: labels[0]?.span.line ?? 0,
      message: `${code} ${message}${help ? ` ${help}` : ''}`,
    }))
  return [...found, ...checkSizes(diagnostics, known)]
}
