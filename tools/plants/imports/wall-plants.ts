import type { ImportPlant } from '../plant-garden.ts'
import { aliasesOf, filesIn, foldersIn, samplesOf, specifiersOf } from './house-files.ts'

const server = 'apps/server/src'
const pages = ['apps/web/src', 'apps/console/src']

/** A place behind a wall, and the real files on its other side. */
type Wall = Omit<ImportPlant, 'bad'> & { files: readonly string[] }

/** A violation for each of these files, under each of its names. */
function plantsOf({ files, ...wall }: Wall): ImportPlant[] {
  return files.flatMap((file) =>
    specifiersOf(wall.path, file).map((bad): ImportPlant => ({ ...wall, bad })),
  )
}

/** Samples of the folders in one folder, but for these. */
function othersIn(folder: string, allowed: readonly string[]): string[] {
  return foldersIn(folder)
    .filter((name) => !allowed.includes(name))
    .flatMap((name) => samplesOf(`${folder}/${name}`))
}

const serverRooms = [
  { room: 'core', inside: 'core/db/reads', may: [], says: 'core has no domain words' },
  { room: 'ledger', inside: 'ledger/night', may: ['core'], says: 'The ledger imports only core' },
  { room: 'outside', inside: 'outside/games', may: ['core'], says: 'A client of the outside' },
  {
    room: 'settings',
    inside: 'settings/entries/kinds',
    may: ['core'],
    says: 'Settings import only core',
  },
]

const roomPlants = serverRooms.flatMap(({ room, inside, may, says }) =>
  [room, inside].flatMap((folder) => {
    const path = `${server}/${folder}/planted.ts`
    const good = '#core/db/db.ts'
    const top = filesIn(server)
    return [
      ...plantsOf({ path, says, good, files: othersIn(server, [room, ...may]) }),
      ...top.flatMap((file): ImportPlant[] => {
        const [way = '', alias] = specifiersOf(path, file)
        return [
          { path, says: 'compose and the files beside it', bad: way, good },
          ...(alias ? [{ path, says, bad: `type:${alias}`, good }] : []),
        ]
      }),
    ]
  }),
)

const modules = `${server}/modules`
/** A file of each kind that a rule distinguishes, in the module and in a room of it. */
const modulePlaces = ['slips', 'slips/judging'].flatMap((folder) =>
  ['planted', 'routes', 'open'].map((file) => `${modules}/${folder}/${file}.ts`),
)
const offered = ['core', 'ledger', 'settings', 'outside']
const clients = ['channel.ts', 'bank/client.ts', 'games/open.ts'].map((file) => `#outside/${file}`)

/** What modules may load of outside at run time: each loads no client. */
const words = ['arrival', 'bank/codes', 'bank/feed', 'bank/names', 'bank/payer', 'bank/sms'].map(
  (file) => `#outside/${file}.ts`,
)

const modulePlants = modulePlaces.flatMap((path): ImportPlant[] => {
  const says = 'A module is closed'
  const strangers = [...othersIn(server, [...offered, 'modules']), ...samplesOf(`${modules}/otp`)]
  const ownFiles = path.includes('/judging/') ? [`${modules}/slips/store.ts`] : []
  return [
    ...plantsOf({ path, says, good: '#ledger/night/slices.ts', files: strangers }),
    ...[
      ...ownFiles,
      ...filesIn(server),
      ...offered.flatMap((room) => samplesOf(`${server}/${room}`)),
    ]
      .map((file) => specifiersOf(path, file)[0]!)
      .map((bad): ImportPlant => ({ path, says, bad, good: 'type:#app-context' })),
    ...clients.flatMap((bad): ImportPlant[] => {
      const seen = { path, says: 'A module sees the outside world', bad }
      return [{ ...seen, good: `type:${bad}` }, ...words.map((good) => ({ ...seen, good }))]
    }),
  ]
})

const pageRooms = [
  ...['core', 'ui', 'text'].map((room) => ({
    room,
    may: ['core', 'ui', 'text'],
    says: 'core, ui and text know nothing',
  })),
  { room: 'shared', may: ['core', 'ui', 'text'], says: 'shared knows neither features nor app' },
]

const pagePlants = pages.flatMap((page) => {
  const good = aliasesOf(`${page}/app/planted.ts`, samplesOf(`${page}/core`).at(-1)!)[0]!
  return pageRooms.flatMap(({ room, may, says }) =>
    [room, `${room}/${foldersIn(`${page}/${room}`)[0]}`].flatMap((folder) => {
      const path = `${page}/${folder}/planted.ts`
      return plantsOf({ path, says, good, files: othersIn(page, [room, ...may]) })
    }),
  )
})

/** A feature, a room in it and a room in that one; and what each of them imports of its own feature. */
const featurePlaces = [
  { page: pages[0]!, folder: 'deposit', good: './deposit-sheet.tsx' },
  { page: pages[0]!, folder: 'deposit/qr', good: '../deposit-sheet.tsx' },
  { page: pages[0]!, folder: 'deposit/qr/live', good: '../../deposit-sheet.tsx' },
  { page: pages[1]!, folder: 'work', good: './work-screen.tsx' },
  { page: pages[1]!, folder: 'work/decide', good: '../work-screen.tsx' },
  { page: pages[1]!, folder: 'work/decide/member', good: '../../work-screen.tsx' },
]

const featurePlants = featurePlaces.flatMap(({ page, folder, good }) => {
  const [feature = ''] = folder.split('/')
  const features = `${page}/features`
  const files = [...othersIn(features, [feature]), ...samplesOf(`${page}/app`)]
  const path = `${features}/${folder}/planted.ts`
  const plants = plantsOf({
    path,
    says: 'A feature imports neither another feature nor app',
    good,
    files,
  })
  return plants.flatMap((plant) => [plant, { ...plant, bad: `type:${plant.bad}` }])
})

/**
 * The walls of docs/architecture.md between folders of one program. In a pattern of oxlint `*` ends at a slash, and `!`
 * lifts an import out of every pattern of its rule; a hole that either leaves is seen only by files of each depth that
 * there is.
 */
export const wallPlants: ImportPlant[] = [
  ...roomPlants,
  ...modulePlants,
  ...pagePlants,
  ...featurePlants,
]
