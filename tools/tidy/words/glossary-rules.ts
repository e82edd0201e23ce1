import { isCode, isTest, type SourceFile, type TidyRule } from '../source-files.ts'
import { codeIn, glossaryPath } from './word-rules.ts'

/** A glossary word that the code does not use makes readers distrust both. */
export const glossaryNamesCode: TidyRule = {
  name: 'glossary-names-code',
  check: (files) => {
    const glossary = files.find(({ path }) => path === glossaryPath)
    const names = namesIn(files.filter(isProduct))
    return (glossary?.text ?? '').split('\n').flatMap((line, offset) =>
      codeIn(line.split('|')[3] ?? '')
        .filter((name) => !names.has(name))
        .map((name) => ({
          path: glossaryPath,
          line: offset + 1,
          message: `\`${name}\` is nowhere in the product: name what is there`,
        })),
    )
  },
}

function isProduct({ path }: SourceFile): boolean {
  return (
    /^(?:apps|packages)\//.test(path) && (isCode(path) || path.endsWith('.sql')) && !isTest(path)
  )
}

function namesIn(files: readonly SourceFile[]): Set<string> {
  return new Set(files.flatMap(({ text }) => text.match(/\w+/g) ?? []))
}
