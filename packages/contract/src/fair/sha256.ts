/**
 * SHA-256 in plain JavaScript, in browsers too: they provide it only on pages loaded over TLS, and for the 36 bytes of a
 * puzzle's try calling it and waiting for the answer takes longer than computing. This file imports nothing.
 */

const blockBytes = 64
const rounds = 64
const { start, steps } = findConstants()

/** The first 32 bits of the fractional parts of roots of the first primes, as the standard defines them. */
function findConstants(): { start: Int32Array; steps: Int32Array } {
  const primes: number[] = []
  for (let n = 2; primes.length < rounds; n += 1)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const bitsOf = (root: number): number => ((root % 1) * 2 ** 32) | 0
  return {
    start: Int32Array.from(primes.slice(0, 8), (prime) => bitsOf(Math.sqrt(prime))),
    steps: Int32Array.from(primes, (prime) => bitsOf(Math.cbrt(prime))),
  }
}

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil((message.length + 9) / blockBytes)
  const padded = new Uint8Array(blocks * blockBytes)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor((message.length * 8) / 2 ** 32))
  view.setUint32(padded.length - 4, (message.length * 8) >>> 0)

  const state = Int32Array.from(start)
  const room = new Int32Array(rounds)
  for (let at = 0; at < padded.length; at += blockBytes) {
    for (let word = 0; word < 16; word += 1) room[word] = view.getInt32(at + word * 4)
    mixBlock(state, room)
  }
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  state.forEach((word, at) => out.setInt32(at * 4, word))
  return digest
}

/** Hashes 16 padded words into 8; `room` is 64 words of working memory. */
export function hashBlock(block: Uint32Array, room: Int32Array, into: Int32Array): void {
  into.set(start)
  room.set(block)
  mixBlock(into, room)
}

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Mixes the first 16 words of `room` into the state. */
function mixBlock(state: Int32Array, room: Int32Array): void {
  for (let at = 16; at < rounds; at += 1) {
    const far = room[at - 15]!
    const near = room[at - 2]!
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
    const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
    room[at] = (room[at - 16]! + small + room[at - 7]! + large) | 0
  }
  // One by one: destructuring an array costs as much as the rounds.
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let at = 0; at < rounds; at += 1) {
    const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + steps[at]! + room[at]!) | 0
    const turned = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (turned + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
