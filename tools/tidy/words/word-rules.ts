import { readCode } from '../code-text.ts'
import {
  findMatches,
  isCode,
  isTest,
  type SourceFile,
  type TidyRule,
  type Violation,
} from '../source-files.ts'

export const glossaryPath = 'docs/glossary.md'
/** The texts of all features, and each feature's own, and those of the fields. */
const catalogues = /^apps\/(?:web|console)\/src\/(?:(?:features|ui)\/(?:[^/]+\/)+)?text\//
/** What the settings are for: the console shows these sentences in English. */
const settingSentences = /^apps\/server\/src\/settings\/entries\/[a-z-]+-settings\.ts$/
const thaiOrLao = /[\u0E00-\u0EFF]/

/** What people read that is no code: the pages before their scripts, and documents. */
const readAsItIs = /^(?:apps\/(?:web|console)\/.*\.html|docs\/.*\.md|README\.md)$/

/**
 * Texts for members and operators: the catalogs, and all other Thai or Lao in the product. Banks and games have their
 * own texts.
 */
function isRead({ path, text }: SourceFile): boolean {
  if (path !== glossaryPath && readAsItIs.test(path)) return thaiOrLao.test(text)
  if (!isCode(path) || isTest(path)) return false
  if (isCatalogue(path)) return true
  return (
    /^(?:apps\/(?:web|console)\/src|apps\/server\/src(?!\/outside\/)|proof\/howto)\//.test(path) &&
    thaiOrLao.test(text)
  )
}

/** A row of the glossary: the words that must be on a screen, and the forbidden ones. */
type Row = { line: number; words: string[]; never: string[] }

function rowsOf(markdown: string): Row[] {
  return markdown.split('\n').flatMap((line, offset) => {
    const cells = line.split('|').map((cell) => codeIn(cell))
    const [, , , , thai = [], lao = [], never = []] = cells
    const words = [...thai, ...lao]
    return words.length + never.length === 0 ? [] : [{ line: offset + 1, words, never }]
  })
}

/** The words that a cell of the glossary marks as code. */
export function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)
}

/** Two words for one thing make a member look for a second thing. */
export const oneWordForAThing: TidyRule = {
  name: 'one-word-for-a-thing',
  check: (files) => {
    const glossary = files.find(({ path }) => path === glossaryPath)
    if (!glossary) return []
    const rows = rowsOf(glossary.text)
    const read = files.filter(isRead)
    const said = read
      .filter(({ path }) => !path.startsWith('apps/console/'))
      .map(({ text }) => text)
      .join('\n')
    const never = rows.flatMap((row) => row.never)
    return [
      ...rows.flatMap(({ line, words }) =>
        words
          .filter((word) => !said.includes(word))
          .map((word) => ({ path: glossaryPath, line, message: `"${word}" is on no screen` })),
      ),
      ...files
        .filter((file) => isRead(file) || settingSentences.test(file.path))
        .flatMap((file) => forbiddenIn(file, never)),
    ]
  },
}

/** Outside the catalogs, English text is for operators. */
function isCatalogue(path: string): boolean {
  return catalogues.test(path)
}

function forbiddenIn(file: SourceFile, never: readonly string[]): Violation[] {
  const literals = isCode(file.path) ? readCode(file).literals : linesOf(file)
  const isInEnglish = isCatalogue(file.path) || settingSentences.test(file.path)
  return literals.flatMap(({ line, text }) =>
    never
      .filter((word) => text.includes(word) && (thaiOrLao.test(word) || isInEnglish))
      .map((word) => ({
        path: file.path,
        line,
        message: `"${word}": ${glossaryPath} has another word for it`,
      })),
  )
}

function linesOf({ text }: SourceFile): { line: number; text: string }[] {
  return text.split('\n').map((one, offset) => ({ line: offset + 1, text: one }))
}

const thaiUnits = 'บาท|กีบ|เหรียญ|วินาที|นาที|ชั่วโมง|วัน|เดือน|ปี|ครั้ง(?!นี้)|หลัก|ตัวอักษร|น\\.'
const laoUnits = 'ບາດ|ກີບ|ຫຼຽນ|ວິນາທີ|ນາທີ|ຊົ່ວໂມງ|ມື້|ເດືອນ|ປີ|ຄັ້ງ(?!ນີ້)|ຫຼັກ|ຕົວ|ໂມງ'
const compounds = 'ผ่าน| OTP|ผู้แนะนำ|โปรโมชัน|สมาชิก|อ้างอิง|ลับ|คูปอง|กู้คืน|เข้าร่วม|เชื่อมต่อ|ตรวจสอบ'
const laoCompounds = 'ຜ່ານ| OTP|ຜູ້ແນະນຳ|ໂປຣໂມຊັນ|ສະມາຊິກ|ອ້າງອີງ|ລັບ|ຄູປອງ|ກູ້ຄືນ|ເຂົ້າຮ່ວມ|ເຊື່ອມຕໍ່|ກວດສອບ'

const slips: { pattern: RegExp; message: string }[] = [
  { pattern: / [ๆໆ]/, message: 'a line may begin with this sign: put \\u00A0 before it' },
  {
    pattern: new RegExp(
      `(?:\\d|\\$\\{\\w+(?:\\.\\w+)*\\}) (?:MB\\b(?!\\.\`)|${thaiUnits}|${laoUnits})`,
    ),
    message: 'a figure and its unit stand on one line: put \\u00A0 between them',
  },
  { pattern: /(?:\d|\$\{\w+\}) %/, message: 'a percentage is written 40%' },
  { pattern: / …/, message: 'the ellipsis follows the word without a space' },
  {
    pattern: new RegExp(`รหัส(?!${compounds})|ລະຫັດ(?!${laoCompounds})`),
    message: 'say which code: a password, an OTP, an invite code and a coupon are all called so',
  },
  { pattern: /['"\x60][^'"\x60\n]*\bKapao\b/, message: 'the brand is a setting' },
]

/** Errors that a proofreader would mark in every language, whatever the sentence says. */
export const proofread: TidyRule = {
  name: 'proofread',
  check: (files) =>
    files
      .filter((file) => isRead(file) && isCode(file.path))
      .flatMap((file) =>
        slips.flatMap(({ pattern, message }) =>
          findMatches(file.text, pattern).map(({ line, found }) => ({
            path: file.path,
            line,
            message: `"${found}": ${message}`,
          })),
        ),
      ),
}
