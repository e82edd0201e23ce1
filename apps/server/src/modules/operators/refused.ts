/** Why an operator may not do this, in a sentence; nothing was changed when one is thrown. */
export class OperatorRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'OperatorRefused'
  }
}
