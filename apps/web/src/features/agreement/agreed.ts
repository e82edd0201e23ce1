import { readStored, writeStored } from '#core/storage.ts'

/** Set once somebody has agreed on this device (STORE-01). */
const agreedKey = 'remember-agreement'
const agreed = 'true'
/** Which members have agreed to which texts; of each text only a number is kept. */
const membersKey = 'agreed'
const membersMax = 20
/** Two texts in each of three languages. */
const textsMax = 6

type AgreedTexts = Record<string, readonly number[]>

/** Where a device was set up as agreed and nobody has agreed on it, as on one of the house's own, nobody is asked. */
export function isAskedHere(): boolean {
  return readStored(agreedKey) !== agreed || readAgreed() !== null
}

/** Whether this member has agreed to the agreement as it reads now. */
export function hasAgreed(memberId: string, agreements: readonly string[]): boolean {
  const isKept = readStored(agreedKey) === agreed
  return isKept && (readAgreed()?.[memberId] ?? []).includes(markOf(agreements))
}

/** In each language that the member has read it in; of many members on one device the latest are kept. */
export function keepAgreed(memberId: string, agreements: readonly string[]): void {
  const { [memberId]: before = [], ...others } = readAgreed() ?? {}
  const kept: AgreedTexts = Object.fromEntries(Object.entries(others).slice(1 - membersMax))
  const mark = markOf(agreements)
  kept[memberId] = [...before.filter((one) => one !== mark), mark].slice(-textsMax)
  writeStored(membersKey, JSON.stringify(kept))
  writeStored(agreedKey, agreed)
}

function readAgreed(): AgreedTexts | null {
  try {
    return JSON.parse(readStored(membersKey) ?? 'null') as AgreedTexts | null
  } catch {
    return {}
  }
}

/** Differs when the text has changed; nothing depends on more than that. */
function markOf(agreements: readonly string[]): number {
  let mark = 0
  for (const sign of agreements.join('\n')) mark = (mark * 31 + (sign.codePointAt(0) ?? 0)) | 0
  return mark
}
