import { isInitial } from '@kapao/contract/names'
import { withoutTitles } from '#outside/bank/names.ts'

const companies = /^(?:(?:บริษัท|บจก|บมจ|หจก)(?:\.|\s|(?=[\u0e00-\u0eff]))\s*)+/u

/**
 * `same`: at least one word is shown whole. `other`: written in another script; `unsaid`: too little is shown. Neither
 * of these two confirms or contradicts.
 */
export type NameMatch = 'same' | 'different' | 'other' | 'unsaid'

const hidden = /[*•]+/

/**
 * A bank truncates names ("นาย กสิกร ร") or hides a part, so each shown word must fit the registered word at its
 * place.
 */
export function compareNames(shown: string, whole: string): NameMatch {
  const [shownName, wholeName] = withoutTitles(shown, whole)
  const [theirs, ours] = [wordsOf(shownName), wordsOf(wholeName)]
  const [first] = theirs
  if (!first || !ours[0] || hidden.test(first[0]!)) return 'unsaid'
  if (scriptOf(first) !== scriptOf(ours[0])) return 'other'
  if (!theirs.every((word, at) => wordFits(word, ours, at))) return 'different'
  // A field with room for a second name has room for the whole first one, unless a part of it is hidden.
  if (first !== ours[0] && theirs.length > 1 && !hidden.test(first)) return 'different'
  return theirs.some((word, at) => word === ours[at] && !isInitial(word)) ? 'same' : 'unsaid'
}

/**
 * The best match of any shown name with a holder, who may go by several; a different name outweighs an unreadable
 * one.
 */
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

/** The endings of company names, which banks write in many ways: CO LTD, COMPANY LIMITED, จำกัด (มหาชน). */
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
  return name
    .toLowerCase()
    .replace(companies, '')
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
