/** Why an operator's act on a member was not done, in a sentence; nothing was changed when one is thrown. */
export class MemberRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'MemberRefused'
  }
}
