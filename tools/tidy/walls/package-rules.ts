import { isCode, isTest, type TidyRule } from '#tools/tidy/source-files.ts'
import { importReader, type Import } from './imports.ts'

type Wall = {
  inside: RegExp
  /** Whether an import from this file is refused. */
  refuses: (found: Import, path: string) => boolean
  message: string
}

const page = /^apps\/(?:web|console)\/src\//

/** What the pages load of the contract at run time; of the rest they know types only. */
const loaded: Record<string, RegExp> = {
  web: /^(?:attachment|fair\/draw|fair\/proof|fair\/receipt-check|fair\/sha256|limits|limits-of-(?:parts|wheel)|names|paths|refusals|times)$/,
  console:
    /^(?:attachment|device-name|limits|paths|times|console\/(?:canned|entry-key|house-words|limits|picture-limits|problems|reward-words|roles|refusals|settings|sides|words))$/,
}

function packageOf(path: string): string {
  return /^(?:apps|packages)\/[^/]+\//.exec(path)?.[0] ?? ''
}

/** Another program's or package's file, not by the name of a package. */
function leavesItsPackage({ name, path }: Import, from: string): boolean {
  return name.startsWith('.') && !path!.startsWith(`${packageOf(from)}src/`)
}

function folderOf(path: string): string | undefined {
  return page.exec(path) ? path.replace(page, '').split('/')[0] : undefined
}

/** Two levels: `features/deposit`. */
function featureOf(path: string): string {
  return path.replace(page, '').split('/').slice(0, 2).join('/')
}

const belowShared = new Set(['core', 'ui', 'text'])

const walls: Wall[] = [
  {
    inside: /^packages\/contract\/src\//,
    refuses: ({ name, path }, from) => {
      const folder = (file: string): string => file.slice(0, file.lastIndexOf('/'))
      const isOwn = name.startsWith('.') && folder(path!) === folder(from)
      const isAbove = from.startsWith('packages/contract/src/console/') && name.startsWith('../')
      return name !== 'zod' && !isOwn && !(isAbove && folder(path!) === 'packages/contract/src')
    },
    message: 'The contract imports zod and its own files, nothing else.',
  },
  {
    inside: /^apps\/(?:server|web|console)\/src\//,
    refuses: (found, from) =>
      leavesItsPackage(found, from) ||
      /^@kapao\/(?!contract\/|ui\/)/.test(found.name) ||
      (from.startsWith('apps/server/') && found.name.startsWith('@kapao/ui/')),
    message: 'Other packages are imported by their name, and only the contract, and ui by a page.',
  },
  {
    inside:
      /^apps\/server\/src\/(?!core\/|system\/|kapao\/|seed\/|testing\/|[^/]+$)(?!.*\/routes\.ts$)/,
    refuses: ({ name }) => /^(?:@fastify\/|fastify(?:\/|$))/.test(name),
    message: 'Only routes.ts (and core and system) knows Fastify.',
  },
  {
    inside: page,
    refuses: ({ name }) => /^zod(?:\/|$)/.test(name),
    message: "zod stays on the server; the page has the contract's types.",
  },
  {
    inside: page,
    refuses: ({ name, isType }, from) => {
      const [, word] = /^@kapao\/contract\/(.+)$/.exec(name) ?? []
      return word !== undefined && !isType && !loaded[from.split('/')[1]!]!.test(word)
    },
    message:
      'The page imports the contract only as types, but for what tools/tidy/walls/package-rules.ts lists.',
  },
  {
    inside: /^apps\/web\/src\//,
    refuses: ({ name }) => name.startsWith('@kapao/contract/console/'),
    message: "The member's page knows nothing of the console, not even as types.",
  },
  {
    inside: page,
    refuses: ({ path }, from) => {
      const own = folderOf(from)
      const other = path === null ? undefined : folderOf(path)
      if (!own || !other || own === 'app' || !path!.includes('/', path!.indexOf('/src/') + 5))
        return false
      if (belowShared.has(own)) return !belowShared.has(other)
      if (own === 'shared') return !belowShared.has(other) && other !== 'shared'
      if (own !== 'features') return false
      return other === 'app' || (other === 'features' && featureOf(path!) !== featureOf(from))
    },
    message:
      'A folder of a page imports what is below it: core, ui and text each other; shared these; a feature these and its own files; app all.',
  },
  {
    inside: /^packages\/ui\/src\//,
    refuses: (found, from) =>
      !/^react(?:\/|$)/.test(found.name) &&
      (!found.name.startsWith('.') || leavesItsPackage(found, from)),
    message: 'ui imports react and its own files, nothing else.',
  },
  {
    inside: /^apps\/sandbox\/src\//,
    refuses: (found, from) => found.name.startsWith('@kapao/') || leavesItsPackage(found, from),
    message: 'The sandbox shares no code with the server: it must be able to disagree.',
  },
]

/** What each program and package may know of the others. */
export const packagesKeepApart: TidyRule = {
  name: 'packages-keep-apart',
  check: (files) => {
    const read = importReader(files)
    return files
      .filter(({ path }) => isCode(path) && (!isTest(path) || path.startsWith('apps/sandbox/')))
      .flatMap((file) => {
        const around = walls.filter(({ inside }) => inside.test(file.path))
        return around.length === 0
          ? []
          : read(file).flatMap((found) =>
              around
                .filter(({ refuses }) => refuses(found, file.path))
                .map(({ message }) => ({
                  path: file.path,
                  line: found.line,
                  message: `${found.name}: ${message}`,
                })),
            )
      })
  },
}
