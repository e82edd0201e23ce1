/** The editor of canned answers. */
export const canned = {
  title: 'Canned answers',
  add: 'Add an answer',
  none: 'Answers that are needed often would be here.',
  choose: 'Choose an answer from the list.',
  name: 'Short name',
  nameHint: 'Small letters a\u2013z, numbers and hyphens; operators find it by this.',
  insert: 'Insert',
  facts: { name: 'Name', balance: 'Balance', withdrawal: 'Last withdrawal' },
  example: 'Example',
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  unsaved: 'There are changes that are not saved.',
  save: 'Save all',
  discard: 'Discard my changes',
  saved: 'Saved.',
  conflict: (names: string) =>
    `Somebody has saved other answers meanwhile: ${names}. What you wrote is still here.`,
  order: 'their order',
  join: 'Take theirs in and keep mine',
  theirs: 'Drop mine and show theirs',
  wrong: {
    name: 'Give it a name of two or more letters a\u2013z.',
    twice: 'There is another answer of this name.',
    text: 'Words are missing in this language.',
  },
}

export type CannedText = typeof canned
