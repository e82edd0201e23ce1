import { expect, test } from 'vitest'
import { testDatabase } from '#testing/worlds/test-world.ts'

const database = testDatabase()

const soundsOf = async (names: readonly string[]): Promise<Set<string>[]> => {
  const rows = await database.db.query<{ sound: string }>(
    'select account_sound(name) as sound from unnest($1::text[]) with ordinality as one (name, at) order by at',
    [names],
  )
  return rows.map(({ sound }) => new Set(sound.split(' ').filter((one) => one !== '')))
}

/** Whether one of the ways in which either name sounds is the same. */
async function differing(pairs: readonly (readonly [string, string])[]) {
  const [ours, theirs] = [
    await soundsOf(pairs.map(([one]) => one)),
    await soundsOf(pairs.map(([, other]) => other)),
  ]
  return pairs.filter((_, at) => [...ours[at]!].every((sound) => !theirs[at]!.has(sound)))
}

const pairsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [own, ...latin] = line.trim().split(' ')
      return latin.map((one): [string, string] => [own!, one])
    })

test('HOUSE-85 names in Thai sound like what banks and people write in Latin letters', async () => {
  expect(
    await differing(
      pairsOf(`
    สมชาย SOMCHAI Somchay
    ใจดี JAIDEE CHAIDI
    ประเสริฐ PRASERT PRASOET
    วิชัย WICHAI VICHAI
    สุรชัย SURACHAI
    พรทิพย์ PORNTIP PHONTHIP
    ศิริพร SIRIPORN SIRIPHON
    นงลักษณ์ NONGLUCK NONGLAK
    จักรพงษ์ JAKKRAPONG
    ณัฐวุฒิ NATTAWUT NATTHAWUT
    ทองดี THONGDEE
    บุญมี BOONMEE BUNMI
    แก้ว KAEW KEAW
    ศรีสุข SRISUK SISUK
    สุวรรณ SUWAN
    ธนพล THANAPON TANAPOL
    กรรณิการ์ KANNIKA
    อภิชาติ APICHART APICHAT
    เพชร PHET
    ชัยวัฒน์ CHAIWAT
    ปัญญา PANYA
    วงศ์สวัสดิ์ WONGSAWAT VONGSAWAT
    เกียรติศักดิ์ KIATTISAK
    ทรงศักดิ์ SONGSAK
    อมรรัตน์ AMORNRAT
    เพ็ญศรี PENSRI
    กัลยา KANLAYA KALAYA
    จันทร์เพ็ญ CHANPEN JANPHEN
    วิโรจน์ WIROT WIROJ VIROTE
    อำนาจ AMNAT AMNAJ
    สมบูรณ์ SOMBOON SOMBUN
    สุนทร SUNTHORN
    ปิยะ PIYA
    ประยุทธ์ PRAYUT
    สมหมาย SOMMAI
    ณรงค์ NARONG
    ขวัญใจ KWANJAI KHWANCHAI
    พูลสุข POONSUK PHUNSUK
    อนันต์ ANAN ANANT
    อยุธยา AYUTTHAYA
    ไพศาล PAISAN PHAISARN
    นฤมล NARUEMON
    เอกชัย EKACHAI EKKACHAI
    วรรณา WANNA
    สมหญิง SOMYING
    กนกวรรณ KANOKWAN
    ธีรพงศ์ TEERAPONG THEERAPHONG
    สราวุธ SARAWUT
  `),
    ),
  ).toEqual([])
})

test('HOUSE-85 names in Lao sound like their usual Latin spellings', async () => {
  expect(
    await differing(
      pairsOf(`
    ດວງຈັນ DOUANGCHAN
    ສົມສັກ SOMSACK SOMSAK
    ບຸນມີ BOUNMY BOUNMI
    ວົງສາ VONGSA
    ມະນີຈັນ MANICHANH
    ສີສຸກ SISOUK
    ສຸພັນ SOUPHANH
    ເພັດສະຫວັນ PHETSAVANH
    ໄຊຍະວົງ XAYAVONG
    ຄຳແພງ KHAMPHENG
    ຄໍາແພງ KHAMPHENG
    ແກ້ວມະນີ KEOMANY
    ທອງໃສ THONGSAY
    ຫຼ້າ LA
    ໝັ້ນ MAN
  `),
    ),
  ).toEqual([])
})

test('HOUSE-85 other names sound otherwise, titles sound like nothing, and neither do words in other letters', async () => {
  const apart = pairsOf(`
    สมชาย SOMSAK SOMBOON WICHAI
    มาลี MANEE NALEE
    ใจดี DEEJAI
    ທອງ KONG
  `)
  expect(await differing(apart)).toEqual(apart)
  const [titled, other, empty, hostile] = await soundsOf([
    'นายสมชาย MR SOMCHAI',
    'Ελένη 李小龙 Иван 1234',
    '',
    "' & | ! :* \\ ) <-> สม",
  ])
  expect([titled, other, empty, hostile]).toEqual([
    new Set(['SMC']),
    new Set(),
    new Set(),
    new Set(['SM']),
  ])
})
