/** What is to begin and end by itself, of settings and of rewards. */
export const plan = {
  title: 'Plans',
  isPlanned: 'planned',
  open: 'Begin or end automatically',
  from: 'Begins (Bangkok; empty: now)',
  until: 'Ends (Bangkok; empty: stays)',
  send: 'Plan it',
  planned: 'Planned.',
  willBegin:
    'It will begin at its time, and at its end, if it has one, what it replaced is put back. If somebody changes one of these in between, nothing is set or put back.',
  stays: 'it stays',
  by: 'planned by',
  agreedBy: 'approved by',
  late: 'It began late:',
  becomes: 'Becomes',
  end: 'Cancel this plan',
  putBack: 'End now and put back what it replaced',
  ended: 'The plan has ended.',
  number: (id: string) => `plan ${id}`,
  states: {
    waits: 'Not begun',
    begun: 'In force',
    ended: 'Ended',
    overtaken: 'Left as it is, because somebody had changed it',
    refused: 'Not carried out',
    dropped: 'Cancelled before it began',
  },
}

export type PlanText = typeof plan
