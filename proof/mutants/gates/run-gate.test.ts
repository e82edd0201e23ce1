import { expect, test } from 'vitest'
import { everyMutant } from '../every-mutant.ts'
import { copySources, plantedFile } from '../mutant-copy.ts'
import { openGates, type Killer } from './run-gate.ts'

const patienceMs = 240_000
const faults = [
  'gift link: one letter is a name',
  'items: the server may decide a decided item again',
  'gift link: one digit of a phone is enough',
]

test(
  'F56 one process plants fault after fault, in files and in the database, and removes each',
  { tags: 'long-2', timeout: patienceMs },
  async () => {
    const copy = await copySources()
    const gates = openGates(copy.folder)
    try {
      const killers = new Map<string, Killer>()
      for (const name of faults) {
        const fault = everyMutant.find((one) => one.name === name)!
        const {
          passed,
          broken,
          caughtBy,
          file,
          test: title,
        } = await copy.withMutant(fault, () => {
          gates.change(plantedFile(fault))
          // A test that detected another fault need not detect this one.
          return gates.runGate(fault.gate, [...killers.values()].at(-1))
        })
        gates.change(plantedFile(fault))
        expect({ passed, broken, caughtBy }, name).toEqual({
          passed: false,
          broken: null,
          caughtBy: expect.arrayContaining([expect.any(String)]),
        })
        killers.set(name, { file: file!, test: title! })
      }
      expect(new Set([...killers.values()].map(({ file }) => file)).size).toBe(2)
      for (const { file, test: title } of killers.values())
        expect(await gates.failureWithout(file, title)).toBeNull()
    } finally {
      await gates.close()
      await copy.remove()
    }
  },
)
