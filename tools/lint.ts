import { runTool } from './run-tool.ts'

export type Diagnostic = {
  readonly code: string
  readonly message: string
  readonly help?: string
  readonly filename: string
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[]
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

export function describeDiagnostic({ filename, labels, code, message, help }: Diagnostic): string {
  return `${filename}:${labels[0]?.span.line ?? 0} ${code} ${message}${help ? ` ${help}` : ''}`
}
