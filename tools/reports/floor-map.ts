import { floors } from '../../apps/server/src/floors.ts'
import type { SourceFile } from '../tidy/source-files.ts'

export const mapPath = 'docs/architecture.md'
const heading = '## The floors of the server\n'

/** The map with its table of floors written anew: every room, what it is for, and its own tables. */
export function withFloors(files: readonly SourceFile[]): string {
  const map = files.find(({ path }) => path === mapPath)!.text
  const [before = '', rest = ''] = map.split(heading)
  const [section = ''] = rest.split('\n## ', 1)
  const [prose = ''] = section.split('\n| ', 1)
  return `${before}${heading}${prose}\n${tableOf(files)}\n${rest.slice(section.length)}`
}

function tableOf(files: readonly SourceFile[]): string {
  const tables = files
    .filter(({ path }) => path.startsWith('apps/server/migrations/'))
    .flatMap(({ text }) => [...text.matchAll(/^create (?:unlogged )?table ([a-z_]+)/gim)])
    .map(([, table]) => table!)
  const rows = floors.flatMap((rooms, level) =>
    Object.entries(rooms).map(([room, what]) => {
      const prefix = `${room.split('/').at(-1)!.replaceAll('-', '_')}_`
      const own = tables.filter((table) => table.startsWith(prefix)).map((table) => `\`${table}\``)
      return `| ${level} | \`${room}\` | ${what} | ${own.join(', ')} |`
    }),
  )
  return ['| floor | room | what it does | its own tables |', '|---|---|---|---|', ...rows].join(
    '\n',
  )
}
