/** A change that was not made, with a sentence for the operator; nothing was changed when one is thrown. */
export class SettingRefused extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'SettingRefused'
  }
}
