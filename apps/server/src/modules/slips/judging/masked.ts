/** How much of an account must be seen before it may be taken for another. */
export const digitsSeenMin = 3

const masks = /[xX*•]/

/**
 * How many digits of a masked account are seen, when every one of them is where the whole account has it; null when one is
 * not. Banks hide the front, the middle or the end, and all of them keep the length or cut the front.
 */
export function digitsInCommon(masked: string, whole: string): number | null {
  const shown = [...masked].filter((sign) => /\d/.test(sign) || masks.test(sign))
  const digits = [...whole].filter((sign) => /\d/.test(sign))
  let seen = 0
  for (let back = 1; back <= shown.length; back += 1) {
    const sign = shown.at(-back)!
    if (masks.test(sign)) continue
    if (digits.at(-back) !== sign) return null
    seen += 1
  }
  return seen
}

/**
 * What is seen of a masked account, from the first digit that is: x for each one hidden behind it. Null where too little is
 * seen to tell accounts apart.
 */
export function seenOf(masked: string): string | null {
  const signs = [...masked].filter((sign) => /\d/.test(sign) || masks.test(sign))
  const seen = signs.map((sign) => (masks.test(sign) ? 'x' : sign)).join('')
  const isEnough = signs.filter((sign) => /\d/.test(sign)).length >= digitsSeenMin
  return isEnough ? seen.replace(/^x+/, '').slice(-20) : null
}

const titles =
  /^(?:(?:นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|คุณ|บริษัท|บจก|บมจ|หจก|ນາງສາວ|ນາງ|ທ້າວ|ທ່ານ|mr|mrs|ms|miss)(?:\.|\s|(?=[\u0e00-\u0eff]))\s*)+/iu

/** `other`: written in another script, `unsaid`: too little of it is shown; neither says yes or no. */
export type NameMatch = 'same' | 'different' | 'other' | 'unsaid'

const hidden = /[*•]+/
/** A first name that is cut off says something from so many letters on. */
const cutNameMin = 4

/** A bank cuts names off ("นาย กสิกร ร") or hides a part, so each word of theirs must fit the word of ours at its place. */
export function compareNames(shown: string, whole: string): NameMatch {
  const [theirs, ours] = [wordsOf(shown), wordsOf(whole)]
  const [first] = theirs
  if (!first || !ours[0] || hidden.test(first[0]!)) return 'unsaid'
  if (scriptOf(first) !== scriptOf(ours[0])) return 'other'
  if (!theirs.every((word, at) => wordFits(word, ours, at))) return 'different'
  if (first === ours[0]) return 'same'
  // What has room for a second name has room for the first one, unless a part of it is hidden.
  if (theirs.length > 1 && !hidden.test(first)) return 'different'
  return first.split(hidden, 1)[0]!.length >= cutNameMin ? 'same' : 'unsaid'
}

/** The best that any name that is shown says about a holder, who may go by several; a name of somebody else outweighs one that cannot be read. */
export function compareAnyName(shown: readonly string[], holder: readonly string[]): NameMatch {
  const said = shown.map((name): NameMatch => {
    const each = holder.map((own) => compareNames(name, own))
    return firstOf(['same', 'different', 'other'], each)
  })
  return firstOf(['same', 'different', 'other'], said)
}

function firstOf(order: readonly NameMatch[], said: readonly NameMatch[]): NameMatch {
  return order.find((one) => said.includes(one)) ?? 'unsaid'
}

/** How companies end, each in its own way: CO LTD, COMPANY LIMITED, จำกัด (มหาชน). */
const companyEnds = ['co', 'company', 'ltd', 'limited', 'plc', 'public', 'จำกัด', 'มหาชน']

function wordFits(shown: string, ours: readonly string[], at: number): boolean {
  const own = ours[at]
  const isCompany = ours.some((word) => companyEnds.includes(word))
  if (isCompany && (!own || companyEnds.includes(own)))
    return companyEnds.some((end) => end.startsWith(shown) && (!own || own[0] === end[0]))
  const [begin = '', ...rest] = shown.split(hidden)
  if (!own?.startsWith(begin)) return false
  return rest.length === 0 || own.slice(begin.length).endsWith(rest.at(-1)!)
}

function wordsOf(name: string): string[] {
  const folded = name.normalize('NFC').toLowerCase().trim().replace(titles, '')
  return folded
    .replaceAll(/["'()]/g, '')
    .split(/[\s.,]+/)
    .map((word) => word.replace(/[_-]+$/, ''))
    .filter((word) => word !== '')
}

function scriptOf(word: string): 'latin' | 'thai' | 'lao' | 'other' {
  if (/^\p{Script=Latin}/u.test(word)) return 'latin'
  if (/^\p{Script=Thai}/u.test(word)) return 'thai'
  return /^\p{Script=Lao}/u.test(word) ? 'lao' : 'other'
}
