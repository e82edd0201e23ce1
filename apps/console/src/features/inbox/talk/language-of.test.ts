import type { DeskMessage } from '@kapao/contract/console/inbox'
import { expect, test } from 'vitest'
import { languageOf } from './language-of.ts'

const said = (message: string, writer: DeskMessage['writer'] = 'customer') =>
  ({ writer, message: { message_type: 'text', payload: { message } } }) as DeskMessage

test('HOUSE-74 a customer is answered in the language of their last words, whatever their page is set to', () => {
  expect(languageOf([said('ເງິນຍັງບໍ່ເຂົ້າ')], 'th')).toBe('la')
  expect(languageOf([said('เงินยังไม่เข้า'), said('500')], 'en')).toBe('th')
  expect(languageOf([said('ເງິນ'), said('สวัสดีค่ะ', 'person')], 'th')).toBe('la')
  expect(languageOf([said('ເງິນຍັງບໍ່ເຂົ້າ'), said('เงินยังไม่เข้า')], 'en')).toBe('th')
  expect(languageOf([said('where is my money')], 'la')).toBe('la')
})
