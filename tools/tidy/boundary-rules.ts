import { readCode } from './code-text.ts'
import {
  findMatches,
  isCode,
  isTest,
  isTooling,
  type SourceFile,
  type TidyRule,
  type Violation,
} from './source-files.ts'

type Ban = {
  name: string
  /** The files to which the ban applies. */
  applies: (path: string) => boolean
  pattern: RegExp
  message: string
}

const isOfAPage = (path: string): boolean =>
  /^(?:apps\/(?:web|console)|packages\/ui)\/src\//.test(path)
/** With what runs before the page, and beside it. */
const isInABrowser = (path: string): boolean =>
  /^(?:apps\/(?:web|console)|packages\/ui)\//.test(path)

const uploaders = new Set([
  'apps/web/src/core/files/upload.ts',
  'apps/console/src/core/calls/upload.ts',
])
const callers = new Set([
  'apps/web/src/core/files/is-lost.ts',
  'apps/web/src/core/files/read-file.ts',
  'apps/web/src/core/api.ts',
  'apps/console/src/core/send.ts',
])

const bans: Ban[] = [
  {
    name: 'time-and-chance',
    applies: (path) =>
      /^(?:apps\/(?:server|web|console)\/(?!src\/core\/)|apps\/sandbox\/src\/(?!clock\.ts$)|packages\/)/.test(
        path,
      ),
    pattern: /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b/,
    message: 'time and chance are handed in: take a Clock or Ids from core',
  },
  {
    name: 'times-once',
    applies: (path) => !/^(?:packages\/contract|apps\/sandbox)\/src\/times\.ts$/.test(path),
    pattern:
      /\bconst (?:second|minute|hour|day)Ms\b|\* 60_?000\b|\b60 \* 60 \* 1_?000\b|\b(?:3_?600|86_?400)_?000\b/,
    message: 'lengths of time come from @kapao/contract/times: 5 * minuteMs',
  },
  {
    name: 'process-env',
    applies: (path) =>
      !isTooling(path) &&
      !path.startsWith('apps/sandbox/') &&
      path !== 'apps/server/src/context/config.ts' &&
      // A terminal loads none of the server, and has one setting of its own.
      path !== 'apps/server/src/kapao/remote/session-file.ts',
    pattern:
      /\bprocess\.env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*(?:globalThis\.)?process\b|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'\s*'/,
    message: 'settings of the process are read once, in apps/server/src/context/config.ts',
  },
  {
    name: 'one-fetch',
    applies: (path) => isOfAPage(path) && !callers.has(path),
    pattern: /(?<![.\w])fetch\(|\b(?:window|globalThis|self)\.fetch\b/,
    message:
      'src/core/api.ts of the page, or core/send.ts of the console, is the only file that calls the server; core/files/is-lost.ts and read-file.ts of the page ask for a file',
  },
  {
    name: 'one-upload',
    applies: (path) => isOfAPage(path) && !uploaders.has(path),
    pattern: /\bXMLHttpRequest\b/,
    message:
      'core/files/upload.ts of the page, or core/calls/upload.ts of the console, is the only file that sends files',
  },
  {
    name: 'safe-html',
    applies: (path) => isInABrowser(path) && !/\/safe-html\.tsx?$/.test(path),
    pattern:
      /\bdangerouslySetInnerHTML\b|\.(?:inner|outer)HTML\b|\binsertAdjacentHTML\b|\bdocument\.write/,
    message: 'markup from the server goes through SafeHtml, which cleans it',
  },
  {
    name: 'no-float-money',
    // What speaks with the world outside, prints or draws figures is an edge.
    applies: (path) =>
      /^apps\/server\/src\/(?:(?:records|money|channels|rewards|talk|entry|ledger|settings)\/|desk\/(?!watch\/figures\/))/.test(
        path,
      ),
    pattern:
      /\bparseFloat\(|\.toFixed\(|\bNumber\((?=[^)\n]*(?:amount|balance|money|price|turnover|baht|satang))|(?:amount|balance|money|baht|satang)\w*\s*[*/]\s*\d+(?:\.\d+)?\b(?!n)/i,
    message: 'money is bigint minor units from end to end; decimal text only at the edge',
  },
]

/** Bans on words of code in certain places; literals and comments may contain them. */
export const boundaryRules: TidyRule[] = bans.map((ban) => ({
  name: ban.name,
  check: (files) =>
    files
      .filter((file) => isCode(file.path) && !isTest(file.path) && ban.applies(file.path))
      .flatMap((file) => checkBan(file, ban)),
}))

function checkBan(file: SourceFile, ban: Ban): Violation[] {
  return findMatches(readCode(file).code, ban.pattern).map(({ line }) => ({
    path: file.path,
    line,
    message: ban.message,
  }))
}

/** The sandbox is a separate program: it may read its settings, but in one place too. */
export const sandboxEnvOnce: TidyRule = {
  name: 'sandbox-env-once',
  check: (files) =>
    files
      .filter((file) => file.path.startsWith('apps/sandbox/') && isCode(file.path))
      .filter((file) => !isTest(file.path))
      .map((file) => ({ file, found: findMatches(readCode(file).code, /\bprocess\.env\b/) }))
      .filter(({ found }) => found.length > 0)
      .slice(1)
      .map(({ file, found }) => ({
        path: file.path,
        line: found[0]!.line,
        message: 'one file of the sandbox reads process.env, and another one does so already',
      })),
}
