import { answerCalls } from './answers.ts'
import { keepFocus } from './keep-focus.ts'
import { orderIn, report } from './message.ts'

// Before any component is imported: none of them can make a call of its own, or take the focus.
answerCalls()
keepFocus()
const showing = import('./show.tsx')

addEventListener('message', (event: MessageEvent<unknown>) => {
  const order = orderIn(event)
  if (order) void showing.then(({ show }) => show(order))
})
void showing.then(() => report({ kind: 'ready' }))
