/** The longer ones first, since some begin with another one. */
const titles = {
  latin: ['master', 'miss', 'mrs', 'mr', 'ms'],
  shortened: ['น.ส.', 'ด.ช.', 'ด.ญ.'],
  /** Thai and Lao, which are often written together with the name. */
  joined: ['นางสาว', 'นาง', 'นาย', 'คุณ', 'ນາງສາວ', 'ທ້າວ', 'ທ່ານ', 'ນາງ', 'ນາຍ'],
} as const

const oneOf = (words: readonly string[]): string =>
  `(?:${words.map((word) => word.replaceAll('.', String.raw`\.`)).join('|')})`

/**
 * A Latin title ends where its word ends: MRINAL and MISSARA are whole names, and MRS is not MR. Some banks write one
 * before a name that was opened with another.
 */
const standsApart = new RegExp(
  String.raw`^(?:(?:${oneOf(titles.shortened)}|${oneOf(titles.latin)}(?=[\p{Script=Thai}\p{Script=Lao}])|${oneOf([...titles.latin, ...titles.joined])}(?:\.|\s|$))\s*)+`,
  'iu',
)

/** No name begins with the second sign of a syllable: คุณากร is whole, and นางสาวิตรี is นาง สาวิตรี. */
const isJoined = new RegExp(String.raw`^${oneOf(titles.joined)}(?![\p{M}ะาำๅະາຳຽ])`, 'u')

type NameParts = { whole: string; title: string; rest: string; mayBeName: boolean }

/**
 * A name as a bank writes it and one as a member registered it, both without their titles, to be compared. Nothing is
 * cut off a word that follows a title. A title that is written together with the next word may be the beginning of a
 * name (นางนวล), and is where the other name has it after a title of its own (น.ส. นางนวล).
 */
export function withoutTitles(shown: string, registered: string): [string, string] {
  const [theirs, ours] = [readTitle(shown), readTitle(registered)]
  // A member who has registered a title alone is called that; without a name they would be anybody.
  return [comparable(theirs, ours), comparable(ours, theirs) || ours.whole]
}

function comparable(name: NameParts, other: NameParts): string {
  const isNamed = name.mayBeName && other.title !== '' && other.rest.startsWith(name.title)
  return isNamed ? name.whole : name.rest
}

function readTitle(name: string): NameParts {
  const whole = name.normalize('NFC').trim()
  const apart = standsApart.exec(whole)
  const [title = ''] = apart ?? isJoined.exec(whole) ?? []
  return { whole, title, rest: whole.slice(title.length), mayBeName: !apart && title !== '' }
}
