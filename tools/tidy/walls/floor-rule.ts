import { floors } from '../../../apps/server/src/floors.ts'
import { isCode, isTest, type TidyRule, type Violation } from '#tools/tidy/source-files.ts'
import { importReader, type Import } from './imports.ts'

const server = 'apps/server/src/'
const table = `${server}floors.ts`
const floorOf = new Map(
  floors.flatMap((rooms, floor) => Object.keys(rooms).map((room) => [room, floor] as const)),
)
/** The folders that hold rooms: `money`. */
const wings = new Set([...floorOf.keys()].filter((room) => room.includes('/')).map(first))

function first(path: string): string {
  return path.split('/')[0]!
}

/** The room of a file of the server, known or not; null for those beside them, which start the processes. */
export function roomOf(path: string): string | null {
  if (!path.startsWith(server)) return null
  const parts = path.slice(server.length).split('/')
  const depth = wings.has(parts[0]!) ? 2 : 1
  return parts.length > depth ? parts.slice(0, depth).join('/') : null
}

/** What is in no room of the table may be imported by nobody, and what is in one only from above. */
export const importsGoDown: TidyRule = {
  name: 'imports-go-down',
  check: (files) => {
    const read = importReader(files)
    return files
      .filter(({ path }) => isCode(path) && path.startsWith(server) && !isTest(path))
      .flatMap((file) => {
        const room = roomOf(file.path)
        if (room === null) return []
        if (!floorOf.has(room))
          return [at(file.path, 0, `${room} is on no floor: add it to ${table}`)]
        return read(file).flatMap((one) => checkImport({ path: file.path, room }, one))
      })
  },
}

/** The rooms of the core have no floors, but none may import one that imports it. */
export const coreWithoutMutualRooms: TidyRule = {
  name: 'core-without-mutual-rooms',
  check: (files) => {
    const read = importReader(files)
    const arrows = files
      .filter(({ path }) => isCode(path) && path.startsWith(`${server}core/`) && !isTest(path))
      .flatMap((file) =>
        read(file).flatMap(({ path, line }) => {
          const [from, to] = [roomOfCore(file.path), path === null ? null : roomOfCore(path)]
          return from && to && from !== to ? [{ from, to, path: file.path, line }] : []
        }),
      )
    const known = new Set(arrows.map(({ from, to }) => `${from} ${to}`))
    return arrows
      .filter(({ from, to }) => known.has(`${to} ${from}`))
      .map(({ from, to, path, line }) =>
        at(
          path,
          line,
          `core/${to} imports core/${from}, too: move what one of them needs below both`,
        ),
      )
  },
}

function roomOfCore(path: string): string | null {
  return /^apps\/server\/src\/core\/([^/]+)\//.exec(path)?.[1] ?? null
}

function checkImport(from: { path: string; room: string }, { path, line }: Import): Violation[] {
  if (path === null || !path.startsWith(server)) return []
  const room = roomOf(path)
  if (room === from.room) return []
  const found = room === null ? null : floorOf.get(room)
  const own = floorOf.get(from.room)!
  if (found === null || found === undefined || found > own)
    return [
      at(
        from.path,
        line,
        `${room ?? path} is above ${from.room}: move what is needed to a floor below, or take it as a function in system/compose.ts`,
      ),
    ]
  if (found === own && !path.endsWith('/read.ts'))
    return [
      at(
        from.path,
        line,
        `${room} is beside ${from.room}, which may ask its read.ts only: put a question there, or move what acts to a floor below`,
      ),
    ]
  return []
}

function at(path: string, line: number, message: string): Violation {
  return { path, line, message }
}
