import { describe, expect, test } from 'vitest'
import { findPasswordProblem } from './rule.ts'

const about = { phone: '0812345678', brand: 'Kapao' }

describe('S09 OP-B14 what a password may be', () => {
  test.each([
    'seven green mangoes',
    'xK4!pq9Z',
    ' leading and trailing ',
    'รหัสผ่านของฉันเอง',
    'ລະຫັດຂອງຂ້ອຍເອງ',
    'น้ำใจ น้ำใส',
    'kapao and a boat',
    '0812345678 and a boat',
    '🦆🐘🦆🐘🌶️🥭🦆x',
    'a'.repeat(3) + 'quick brown foxes'.repeat(7),
  ])('%j may be used', (password) => {
    expect(findPasswordProblem(password, about)).toBeNull()
  })

  test.each([
    ['1234567', /8 to 128/],
    ['🦆🐘🌶🥭', /8 to 128/],
    ['x'.repeat(129), /8 to 128/],
    ['password', /commonest/],
    ['PassWord1', /commonest/],
    ['12345678', /commonest/],
    ['87654321', /commonest/],
    ['qwertyuiop', /commonest/],
    ['QwErTyUiOp', /commonest/],
    ['aaaaaaaaaa', /commonest/],
    ['abcabcabcabc', /commonest/],
    ['0812345678', /phone/],
    ['812345678', /phone/],
    ['081-234-5678', /phone/],
    ['0812345678a', /phone/],
    ['Kapao123', /name of this service/],
    ['123kapao', /name of this service/],
  ])('%j may not', (password, sentence) => {
    expect(findPasswordProblem(password, about)).toMatch(sentence)
  })
})
