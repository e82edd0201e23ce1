/** How an operator’s terminal or script signs in, and is confirmed from the page. */
export const terminals = {
  title: 'Terminals and scripts',
  lead: 'A terminal works under your name and with your roles. It is listed with your sessions and ends in the same way.',
  make: 'Make a code for a terminal',
  script: 'Make a code for a script',
  scriptLead:
    'A script reads what your roles may see. It can do nothing that has to be confirmed with your passkey.',
  label: 'Name of the script',
  lasts: 'Ends after',
  days: (count: number) => `${count} days`,
  type: 'Type this in that terminal. Do not send it to anyone:',
  until: (time: string) => `It works once, until ${time}.`,
  terminal: 'Terminal',
  asScript: 'Script',
  ends: 'Ends',
  confirm: 'Confirm',
  confirmed: (time: string) => `Confirmed until ${time}`,
}

export type TerminalsText = typeof terminals
