import { readStored, writeStored } from '#core/storage.ts'

const arrivalSeenKey = 'arrival-seen'

/** Notes that this device has shown that a deposit arrived, which is news once. */
export function noteArrivalSeen(id: string): void {
  writeStored(arrivalSeenKey, id)
}

export function isArrivalSeen(id: string): boolean {
  return readStored(arrivalSeenKey) === id
}
