import { expect, test } from 'vitest'
import { loginNamesFor } from './loginNames.ts'

test('[REG-01] an account is named by its number, with the area code outside China, and if the number is taken', () => {
	expect(loginNamesFor({ areaCode: '86', mobile: '13800138000' })).toEqual(['13800138000', '86-13800138000'])
	expect(loginNamesFor({ areaCode: '44', mobile: '7700900123' })).toEqual(['44-7700900123'])
})
