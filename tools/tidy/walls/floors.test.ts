import { expect, test } from 'vitest'
import { floors } from '../../../apps/server/src/floors.ts'
import { importsGoDown, roomOf } from './floor-rule.ts'

const server = 'apps/server/src'
const rooms = floors.flatMap((floor, level) => Object.keys(floor).map((room) => ({ room, level })))

test.each(rooms)('FLOOR-02 what $room may import of every other room', ({ room, level }) => {
  const others = rooms.filter((other) => other.room !== room)
  const depth = room.includes('/') ? '../..' : '..'
  const lines = others.flatMap((other) =>
    ['store', 'read'].map((file) => `import '${depth}/${other.room}/${file}.ts'`),
  )
  const found = importsGoDown.check([
    { path: `${server}/${room}/planted.ts`, text: lines.join('\n') },
  ])
  const forbidden = others.flatMap((other, at) =>
    other.level > level ? [at * 2 + 1, at * 2 + 2] : other.level === level ? [at * 2 + 1] : [],
  )
  expect(found.map(({ line }) => line)).toEqual(forbidden)
})

test('a file beside the rooms starts processes and is in none', () => {
  expect(roomOf(`${server}/main.ts`)).toBeNull()
  expect(roomOf(`${server}/money/games/launch.ts`)).toBe('money/games')
  expect(roomOf(`${server}/core/db/db.ts`)).toBe('core')
})
