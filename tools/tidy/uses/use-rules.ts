import { rowTitles } from '../../reports/requirement-ids.ts'
import { isCode, isTest, type SourceFile, type TidyRule, type Violation } from '../source-files.ts'

/** These files list every setting, and read none. */
const entries =
  /^apps\/server\/src\/settings\/(?:entries\/|demo\.ts)|^apps\/server\/src\/desk\/decisions\/weakening\.ts$|^packages\/contract\/src\/console\/settings\.ts$|^apps\/server\/src\/desk\/decisions\/settings\/|^apps\/console\/src\/(?:text|features\/settings\/text)\//
const settingFiles = /^apps\/server\/src\/settings\/entries\/(?:.+\/)?[\w-]+-settings\.ts$/

/** An operator who sets a setting that no code reads would wrongly believe that something has changed. */
export const settingsAreRead: TidyRule = {
  name: 'settings-are-read',
  check: (files) => {
    const readers = joined(
      files,
      ({ path }) => /^(?:apps|packages)\//.test(path) && !entries.test(path),
    )
    return files
      .filter(({ path }) => settingFiles.test(path))
      .flatMap((file) =>
        settingsIn(file).filter(({ name, isFamily }) => !isRead(readers, { name, isFamily })),
      )
      .map(({ path, line, name }) => ({
        path,
        line,
        message: `nothing reads the setting ${name}: read it as settings['${name}'] where it decides something, or take it out`,
      }))
  },
}

type SettingName = { name: string; isFamily: boolean }

/** Settings by name, and families of them: `amounts('withdraw.max', ...)` defines one for each word. */
function settingsIn({ path, text }: SourceFile): (SettingName & { path: string; line: number })[] {
  const found = text.matchAll(/(?:'([\w.]+)':\s*setting\(|\b(?:forEach|amounts)\(\s*'([\w.]+)')/g)
  return [...found].map((match) => ({
    path,
    line: text.slice(0, match.index).split('\n').length,
    name: match[1] ?? match[2]!,
    isFamily: match[2] !== undefined,
  }))
}

/** By its name, or by a composed one: `withdraw.max.${currency}`, or `bankfeed.${isBlind ? 'dayMax' : 'max'}`. */
function isRead(readers: string, { name, isFamily }: SettingName): boolean {
  const has = (text: string): boolean => readers.includes(text)
  const dot = name.lastIndexOf('.')
  if (has(`'${name}'`) || (has(`\`${name.slice(0, dot)}.\${`) && has(`'${name.slice(dot + 1)}'`)))
    return true
  return isFamily && (has(`\`${name}.\${`) || has(`'${name}.`))
}

const refusalsPath = 'packages/contract/src/refusals.ts'

/** A code that no call answers misleads client authors; one that must keep its name says why. */
export const refusalsAreGiven: TidyRule = {
  name: 'refusals-are-given',
  check: (files) => {
    const text = files.find(({ path }) => path === refusalsPath)?.text ?? ''
    const givers = joined(files, ({ path }) => path.startsWith('apps/server/src/'))
    const lines = text.split('\n')
    return lines.flatMap((line, at): Violation[] => {
      const code = /^ {2}([A-Z][A-Z0-9_]*): \d{3},/.exec(line)?.[1]
      const isKept = /^ {2}\/\/ Kept: \S/.test(lines[at - 1] ?? '')
      if (!code || isKept || givers.includes(`'${code}'`)) return []
      const message = `no call of the server refuses with ${code}: refuse with it, take it out, or say why it stays in a line \`// Kept: ...\` above it`
      return [{ path: refusalsPath, line: at + 1, message }]
    })
  },
}

/** A requirement id in one row of a table would be proven only by the runs that draw this row. */
export const samplesKeepPromises: TidyRule = {
  name: 'samples-keep-promises',
  check: (files) =>
    files
      .filter(({ path, text }) => isTest(path) && /\bsampled\(/.test(text))
      .flatMap(({ path, text }) =>
        rowTitles(text).map(({ line, title }) => ({
          path,
          line,
          message: `"${title}" has its ids in a row, and this file draws samples: give it a test of its own, or its table a file that runs whole`,
        })),
      ),
}

/** `npm test` leaves long journeys out; one that begins where a left out one ended would fail. */
export const serialJourneysShareATag: TidyRule = {
  name: 'serial-journeys-share-a-tag',
  check: (files) =>
    files
      .filter(({ path, text }) => path.startsWith('e2e/') && /mode: 'serial'/.test(text))
      .flatMap(({ path, text }) => {
        const journeys = text.match(/^ *test\(/gm)?.length ?? 0
        const tags = text.match(/\btag: '@long-\d'/g) ?? []
        const isOne = new Set(tags).size <= 1 && [0, journeys].includes(tags.length)
        const message = `its journeys follow one another (mode: 'serial'), so all of them carry the same tag, or none`
        return isOne ? [] : [{ path, line: 1, message }]
      }),
}

function joined(files: readonly SourceFile[], isMeant: (file: SourceFile) => boolean): string {
  return files
    .filter((file) => isCode(file.path) && !isTest(file.path) && isMeant(file))
    .map(({ text }) => text)
    .join('\n')
}
