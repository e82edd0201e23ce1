import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { bodyBytesAfter, readInSlices } from './slices.ts'

/** The lengths of the slices in which the parser got what arrived. */
function sliced(bytes: number, connection: { bodyBytesNext: number }): number[] {
  const socket = new Socket()
  const slices: number[] = []
  socket.on('data', ({ length }: Buffer) => slices.push(length))
  readInSlices(socket, connection, () => true)
  socket.emit('data', Buffer.alloc(bytes))
  return slices
}

test('COST-07 what is certainly body is one slice, and what may be a request comes in slices of 512 bytes', () => {
  expect(sliced(1_300, { bodyBytesNext: 0 })).toEqual([512, 512, 276])
  const connection = { bodyBytesNext: 60_000 }
  expect(sliced(50_000, connection)).toEqual([50_000])
  expect(sliced(11_200, connection)).toEqual([10_000, 512, 512, 176])
})

test('COST-07 only the part of an announced body counts that cannot have come with its headers', () => {
  expect(bodyBytesAfter({})).toBe(0)
  expect(bodyBytesAfter({ 'content-length': '100' })).toBe(0)
  expect(bodyBytesAfter({ 'content-length': '20000' })).toBe(19_488)
  expect(bodyBytesAfter({ 'content-length': '20000', 'transfer-encoding': 'chunked' })).toBe(0)
})
