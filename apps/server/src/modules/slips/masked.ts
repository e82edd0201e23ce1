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
  /^(?:นางสาว|นาง|นาย|น\.ส\.|ด\.ช\.|ด\.ญ\.|ນາງ|ທ້າວ|mr|mrs|ms|miss)(?:\.|\s|(?=[\u0e00-\u0eff]))\s*/iu

/** `other`: written in another script, which says neither yes nor no. */
export type NameMatch = 'same' | 'different' | 'other'

/** A bank cuts names off ("นาย กสิกร ร"), so each word of theirs must begin the word of ours at its place. */
export function compareNames(shown: string, whole: string): NameMatch {
  const [theirs, ours] = [wordsOf(shown), wordsOf(whole)]
  if (theirs.length === 0 || ours.length === 0) return 'other'
  if (scriptOf(theirs[0]!) !== scriptOf(ours[0]!)) return 'other'
  if (theirs.length > ours.length || theirs[0]!.length < 2) return 'different'
  const isSame = theirs.every((word, at) => ours[at]!.startsWith(word))
  // A first name that is cut off says too little, unless it is all that there is room for.
  const isWhole = theirs.length === 1 || theirs[0] === ours[0]
  return isSame && isWhole ? 'same' : 'different'
}

function wordsOf(name: string): string[] {
  const folded = name.normalize('NFC').toLowerCase().trim().replace(titles, '')
  return folded
    .split(/\s+/)
    .map((word) => word.replace(/[.*•_-]+$/, '').replace(/[.,'"]/g, ''))
    .filter((word) => word !== '')
}

function scriptOf(word: string): 'latin' | 'thai' | 'lao' | 'other' {
  if (/^\p{Script=Latin}/u.test(word)) return 'latin'
  if (/^\p{Script=Thai}/u.test(word)) return 'thai'
  return /^\p{Script=Lao}/u.test(word) ? 'lao' : 'other'
}
