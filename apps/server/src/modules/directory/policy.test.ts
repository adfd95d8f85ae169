import { describe, expect, test } from 'vitest'
import { canUseDirectory, visibleLoginName, visibleMobile } from './policy.ts'

const anna = { userId: 'anna' as never, companyType: 1, userType: 1 }

describe('looking people up', () => {
	test.each([0, 1, 2, 6, 7])('[API-25] user type %i may, in a company', userType => {
		expect(canUseDirectory({ ...anna, userType })).toBe(true)
	})
	test('[LIST-10] scanners may not', () => expect(canUseDirectory({ ...anna, userType: 5 })).toBe(false))
	test.each([0, 1, 7])('[MEMB-14] user type %i may not in a personal edition, where people are strangers', userType => {
		expect(canUseDirectory({ ...anna, companyType: 2, userType })).toBe(false)
	})
})

describe('what is shown of a number', () => {
	const mobile = '13800138000'
	const other = { id: 'ben' as never, name: 'ben', mobile }
	const own = { ...other, id: anna.userId, name: mobile }

	test('[ENT-15] another person sees a part of it, its owner all of it', () => {
		expect(visibleMobile(anna, other)).toBe('138****8000')
		expect(visibleMobile(anna, own)).toBe(mobile)
		expect(visibleMobile(anna, { ...other, mobile: null })).toBe('')
	})
	test('[ENT-15] no user type sees more', () => {
		for (const userType of [0, 6, 7]) expect(visibleMobile({ ...anna, userType }, other)).toBe('138****8000')
	})
	test('[ENT-15, ENT-16] a login name that is the number is covered like it', () => {
		expect(visibleLoginName(anna, other)).toBe('ben')
		expect(visibleLoginName(anna, { ...other, name: mobile })).toBe('138****8000')
		expect(visibleLoginName(anna, { ...other, name: `852-${mobile}` })).toBe('852-138****8000')
		expect(visibleLoginName(anna, own)).toBe(mobile)
		expect(visibleLoginName(anna, { ...other, name: `x${mobile}` })).toBe(`x${mobile}`)
	})
})
