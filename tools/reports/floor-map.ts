import { floors } from '../../apps/server/src/floors.ts'
import type { SourceFile } from '../tidy/source-files.ts'

export const mapPath = 'docs/architecture.md'
const heading = '## The floors of the server\n'

/** The map with its table of floors written anew: every room, and what it is for. */
export function withFloors(files: readonly SourceFile[]): string {
  const map = files.find(({ path }) => path === mapPath)!.text
  const [before = '', rest = ''] = map.split(heading)
  const [section = ''] = rest.split('\n## ', 1)
  const [prose = ''] = section.split('\n| ', 1)
  return `${before}${heading}${prose}\n${tableOfFloors}\n${rest.slice(section.length)}`
}

const rows = floors.flatMap((rooms, level) =>
  Object.entries(rooms).map(([room, what]) => `| ${level} | \`${room}\` | ${what} |`),
)
const tableOfFloors = ['| floor | room | what it does |', '|---|---|---|', ...rows].join('\n')
