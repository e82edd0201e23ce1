/** The numbers of the Bank of Thailand and our codes (docs/outside/bank.md). */
const byNumber: Readonly<Record<string, string>> = {
  '002': 'BBL',
  '004': 'KBANK',
  '006': 'KTB',
  '011': 'TMB',
  '014': 'SCB',
  '022': 'CIMB',
  '024': 'UOB',
  '025': 'BAY',
  '030': 'GSB',
  '033': 'GHB',
  '034': 'BAAC',
  '035': 'EXIM',
  '067': 'TISCO',
  '069': 'KKP',
  '070': 'ICBCT',
  '071': 'TCRB',
  '073': 'LHB',
  '098': 'SME',
}

/** Other names of the same banks, as SMS and statements write them. */
const byAlias: Readonly<Record<string, string>> = {
  KBNK: 'KBANK',
  KTBK: 'KTB',
  SCBA: 'SCB',
  BAYK: 'BAY',
  BBLA: 'BBL',
  TTB: 'TMB',
  GSBA: 'GSB',
  CIMBT: 'CIMB',
  UOBT: 'UOB',
  LHFG: 'LHB',
  TCD: 'TCRB',
  BCELONE: 'BCEL',
}

/**
 * Our code of a bank, in any spelling. A bank without a code keeps its number, so that two are never confused.
 * Undefined for text that is no bank's name.
 */
export function bankCodeOf(text: string | null | undefined): string | undefined {
  const word = text?.trim().toUpperCase() ?? ''
  if (!/^[A-Z0-9]{2,12}$/.test(word)) return undefined
  return byNumber[word] ?? byAlias[word] ?? word
}
