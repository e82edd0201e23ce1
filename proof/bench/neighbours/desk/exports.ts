import { signIn } from './operator.ts'
import { repeat, times, type Attack } from '../attacks/target.ts'

/** One operator's exports of the whole trail and searches of common names, more than wait in line. */
export const exportsAndSearches: Attack = async (target) => {
  const operator = await signIn(target.console, 'demo-owner', '10.7.7.7')
  const words = ['somchai', 'jaidee somchai', '08', 'SOMCHAI JAIDEE']
  await repeat(target, () =>
    Promise.all([
      ...times(6, () => operator('GET /api/console/audit.csv').catch(() => 0)),
      ...times(40, (at) =>
        operator('POST /api/console/members/search', { words: words[at % words.length] }).catch(
          () => 0,
        ),
      ),
    ]),
  )
}
