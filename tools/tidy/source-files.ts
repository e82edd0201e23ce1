import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository, its path relative to the root. Rules get only these, so they are pure. */
export type SourceFile = { readonly path: string; readonly text: string }

export type Violation = {
  readonly path: string
  /** Counted from 1; 0 when the whole file is meant. */
  readonly line: number
  readonly message: string
}

export type TidyRule = {
  readonly name: string
  readonly check: (files: readonly SourceFile[]) => Violation[]
}

const textEndings = /\.(?:ts|tsx|mjs|css|html|sql|json|md|sh|yml)$|^\.ci\/run$/

/** The text files that git tracks or would add, so that a rule applies even before a file's first commit. */
export function readSourceFiles(root: string): SourceFile[] {
  return listSourcePaths(root).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
}

function listSourcePaths(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed
    .split('\0')
    .filter((path) => textEndings.test(path) && path !== 'package-lock.json')
    .filter((path) => existsSync(join(root, path)))
}

export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mjs)$/.test(path)
}

/** Tests and what only tests import. */
export function isTest(path: string): boolean {
  return /\.(?:test|e2e|bench)\.tsx?$/.test(path) || /(?:^|\/)(?:e2e|testing)\//.test(path)
}

/** Commands run for their figures; they may name requirements that they prove. */
export function isCommand(path: string): boolean {
  return /^proof\/(?:bench\/[^/]+\.bench|mutants\/main|cluster\/.+drills?)\.ts$/.test(path)
}

/** Folders with more rights than the product: they run on a developer's machine only. */
export function isTooling(path: string): boolean {
  return /^(?:tools|proof|e2e)\//.test(path) || path.endsWith('.config.ts')
}

/** Every match of a pattern in a text, with its line. */
export function findMatches(text: string, pattern: RegExp): { line: number; found: string }[] {
  return [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))].map(
    (match) => ({ line: lineAt(text, match.index), found: match[0] }),
  )
}

export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1))
    line += 1
  return line
}
