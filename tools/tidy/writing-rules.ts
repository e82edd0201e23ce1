import { readCode, type Piece } from './code-text.ts'
import {
  findMatches,
  isCode,
  type SourceFile,
  type TidyRule,
  type Violation,
} from './source-files.ts'

const bannedWords = new Set(
  'util utils helper helpers common misc manager base dto impl index'.split(' '),
)

const participles = new Set(
  (
    'Begun Bound Broken Chosen Done Drawn Forgotten Found Given Got Held Kept Known Left Made Met Put Read Said Seen ' +
    'Sent Shown Spent Standing Taken Told Waiting Won Written'
  ).split(' '),
)
const nounsInEd = /(?:feed|need|seed|speed)$/i
/** Words that say something only beside another: `StatementLine`, `WithdrawalStage`. */
const bareWords = new Set([
  'How',
  'Inside',
  'Knock',
  'Letter',
  'Line',
  'Mover',
  'Place',
  'Places',
  'Scene',
  'Stage',
  'Whim',
])

export const bannedNames: TidyRule = {
  name: 'banned-names',
  check: (files) =>
    files
      .filter((file) => isCode(file.path) || file.path.endsWith('.css'))
      .flatMap((file) => [...bannedPathWords(file.path), ...bannedTypeNames(file)]),
}

function bannedPathWords(path: string): Violation[] {
  return path
    .split(/[/.-]/)
    .filter((word) => bannedWords.has(word))
    .map((word) => ({ path, line: 0, message: `"${word}" names nothing: say what is inside` }))
}

function bannedTypeNames(file: SourceFile): Violation[] {
  if (!isCode(file.path)) return []
  return findMatches(readCode(file).code, /\b(?:type|interface|class)\s+[A-Z]\w*/)
    .map(({ line, found }) => ({
      line,
      kind: found.split(/\s+/)[0]!,
      name: found.split(/\s+/)[1]!,
    }))
    .filter(({ kind, name }) => saysNothing(name) || (kind !== 'class' && isParticiple(name)))
    .map(({ line, name }) => ({ path: file.path, line, message: `type ${name}: say what it is` }))
}

function saysNothing(name: string): boolean {
  return wordsOf(name).some((word) => bannedWords.has(word.toLowerCase()))
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])/)
}

/** `HeldBonus` is a bonus; `Held`, and `BonusHeld`, could be anything. Errors say what has happened. */
function isParticiple(name: string): boolean {
  const last = wordsOf(name).at(-1)!
  if (bareWords.has(name)) return true
  return participles.has(last) || (last.endsWith('ed') && !nounsInEd.test(last))
}

const isStyle = (path: string): boolean =>
  /^(?:apps\/(?:web|console)|packages\/ui)\/.*\.css$/.test(path)

/** The page's fonts come in two weights; for any other a phone looks for a file before it can draw a letter. */
export const twoWeights: TidyRule = {
  name: 'two-weights',
  check: (files) =>
    files
      .filter(({ path }) => isStyle(path))
      .flatMap(({ path, text }) =>
        findMatches(text, /font-weight:(?!\s*(?:400|700|inherit);)/).map(({ line }) => ({
          path,
          line,
          message: 'letters are 400 or 700',
        })),
      ),
}

/**
 * Members who need larger text set it in the browser, which only sizes in rem and em follow. A hairline may stay thin;
 * a picture's own grid (`viewBox`) is no size.
 */
export const sizesInRem: TidyRule = {
  name: 'sizes-in-rem',
  check: (files) =>
    files
      .filter(({ path }) => isStyle(path))
      .flatMap(({ path, text }) =>
        findMatches(
          blankComments(text),
          /(?<![\w.#-])(?!999px)-?(?:\d{2,}|[4-9])(?:\.\d+)?px\b/i,
        ).map(({ line, found }) => ({
          path,
          line,
          message: `${found}: sizes of 4 px and more are in rem`,
        })),
      ),
}

/** Comments may mention pixels; blanking keeps the line numbers. */
function blankComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}

/** Names that tools and readers expect in this form. */
const knownNames = /^(?:(?:README|STYLE|CHANGELOG|LICENSE)(?:\.md)?|group_vars|filter_plugins)$/

export const kebabCase: TidyRule = {
  name: 'kebab-case',
  check: (files) =>
    files
      .filter(({ path }) => path.split('/').some((part) => !isKebab(part)))
      .map(({ path }) => ({ path, line: 0, message: 'files and folders are kebab-case' })),
}

function isKebab(part: string): boolean {
  return /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part) || knownNames.test(part)
}

export const noCommentedOutCode: TidyRule = {
  name: 'no-commented-out-code',
  check: (files) =>
    files
      .filter((file) => isCode(file.path))
      .flatMap((file) =>
        readCode(file)
          .comments.flatMap(linesOf)
          .filter((line) => looksLikeCode(line.text))
          .map(({ line }) => ({
            path: file.path,
            line,
            message: 'a comment says why; code that is not run is deleted',
          })),
      ),
}

function linesOf(comment: Piece): Piece[] {
  return comment.text.split('\n').map((text, offset) => ({
    line: comment.line + offset,
    text: text.replace(/^\s*(?:\/\/+|\/\*+|\*(?!\/))?/, '').replace(/\*\/\s*$/, ''),
  }))
}

const codeLines = [
  /^(?:const|let|var)\s+(?:\w+|\{.*\}|\[.*\])(?::[^=]+)?\s*=\s/,
  /^(?:import|export)\s.*(?:from\s+['"]|[{(=])/,
  /^(?:return|throw|await)\s+(?:new\s+)?[\w.]+\(.*\);?$/,
  /^(?:if|for|while|switch)\s*\(.*\)\s*(?:\{|\w+.*[();])?$/,
  /^\}?\s*(?:else|catch|finally)\b.*\{$/,
  /^(?:async\s+)?function\s+\w+\s*\(/,
  /^[\w.]+\([^)]*\)(?:\.\w+\([^)]*\))*;?$/,
  /^[\w.[\]]+\s*[+-]?=\s*[^=].*[\w)\]'"`];?$/,
  /^<\/?[A-Za-z][^>]*>.*>?$/,
]

function looksLikeCode(comment: string): boolean {
  const text = comment.trim()
  return codeLines.some((pattern) => pattern.test(text))
}

type BannedText = { pattern: RegExp; message: string; where: 'code' | 'comments' | 'everything' }

const bannedTexts: BannedText[] = [
  {
    pattern: /\b(?:whoever|hasten(?:s|ed)?|shut out|neighbors?)\b|<module>/i,
    message:
      'say who it is, a room, a neighbour: plain words, one for each thing (docs/glossary.md)',
    where: 'code',
  },
  {
    pattern: /\bTODO\b(?!\s*\(?#\d+)/,
    message: 'a TODO carries the number of its issue, as in TODO #12',
    where: 'comments',
  },
  {
    pattern: /\b(?:FIXME|XXX|HACK)\b/,
    message: 'say what is wrong in a sentence, or open an issue and write TODO #12',
    where: 'comments',
  },
  {
    pattern: /(?<![\w.:/-])\/(?:home\/\w+|Users\/\w+|root|work)\/[\w.]/,
    message: 'a path of one machine does not belong in the repository',
    where: 'everything',
  },
  {
    pattern: /^(?:<{7}|>{7}) .*$/m,
    where: 'everything',
    message: 'two versions were put together and neither was chosen',
  },
]

export const noBannedTexts: TidyRule = {
  name: 'no-banned-texts',
  check: (files) =>
    files
      // The planted violations contain the banned words on purpose.
      .filter((file) => !file.path.startsWith('tools/plants/'))
      .flatMap((file) => bannedTexts.flatMap((banned) => checkText(file, banned))),
}

function checkText(file: SourceFile, { pattern, message, where }: BannedText): Violation[] {
  const isRead = isCode(file.path)
  if (where === 'code' && !isRead && !file.path.endsWith('.sql')) return []
  const pieces =
    where === 'everything' || !isRead ? [{ line: 1, text: file.text }] : readCode(file).comments
  return pieces.flatMap((piece) =>
    findMatches(piece.text, pattern).map(({ line }) => ({
      path: file.path,
      line: piece.line + line - 1,
      message,
    })),
  )
}
