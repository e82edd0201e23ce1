/** The editor of canned answers. */
export const canned = {
  title: 'Canned answers',
  add: 'Add an answer',
  none: 'Answers that you use often appear here.',
  choose: 'Choose an answer from the list.',
  name: 'Short name',
  nameHint:
    'Lowercase letters a\u2013z, digits and hyphens; operators find the answer by this name.',
  insert: 'Insert',
  facts: {
    name: 'Name',
    balance: 'Balance',
    withdrawable: 'Can be withdrawn',
    withdrawal: 'Last withdrawal',
  },
  example: 'Example',
  up: 'Move up',
  down: 'Move down',
  remove: 'Remove',
  unsaved: 'There are changes that are not saved.',
  save: 'Save all',
  discard: 'Discard my changes',
  saved: 'Saved.',
  conflict: (names: string) =>
    `Somebody else has saved changes in the meantime: ${names}. What you wrote is still here.`,
  order: 'their order',
  join: 'Add theirs and keep mine',
  theirs: 'Drop mine and show theirs',
  wrong: {
    name: 'Give it a name of two or more letters a\u2013z.',
    twice: 'Another answer already has this name.',
    text: 'The text is missing in this language.',
  },
}

export type CannedText = typeof canned
