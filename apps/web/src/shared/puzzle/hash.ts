/*
 * SHA-256 of one block, in plain JavaScript: browsers provide it only on pages loaded over TLS, and for 36 bytes
 * calling it and waiting for the answer takes longer than computing.
 */

const blockWords = 16
const rounds = 64
const { start, steps } = findConstants()

/** The first bits of the fractional parts of roots of primes, as the standard defines them. */
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

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Hashes 16 padded words into 8; `room` is 64 words of working memory. */
export function hashBlock(block: Uint32Array, room: Int32Array, into: Int32Array): void {
  room.set(block)
  for (let at = blockWords; at < rounds; at += 1) {
    const far = room[at - 15]!
    const near = room[at - 2]!
    const small = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
    const large = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
    room[at] = (room[at - 16]! + small + room[at - 7]! + large) | 0
  }
  // One by one: destructuring an array costs as much as the rounds.
  let a = start[0]!
  let b = start[1]!
  let c = start[2]!
  let d = start[3]!
  let e = start[4]!
  let f = start[5]!
  let g = start[6]!
  let h = start[7]!
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
  into[0] = start[0]! + a
  into[1] = start[1]! + b
  into[2] = start[2]! + c
  into[3] = start[3]! + d
  into[4] = start[4]! + e
  into[5] = start[5]! + f
  into[6] = start[6]! + g
  into[7] = start[7]! + h
}
