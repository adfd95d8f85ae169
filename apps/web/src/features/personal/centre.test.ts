import { expect, test } from 'vitest'
import { rightsOf, shownName } from './centre.ts'

test('[PERS-02] a name of sixteen characters is shown whole, of a longer one sixteen', () => {
	expect(shownName('欧阳'.repeat(8))).toBe('欧阳'.repeat(8))
	expect(shownName(`${'欧阳'.repeat(8)}锋`)).toBe(`${'欧阳'.repeat(8)}…`)
	expect(shownName('𠮷'.repeat(16))).toBe('𠮷'.repeat(16))
	expect(shownName('𠮷'.repeat(17))).toBe(`${'𠮷'.repeat(16)}…`)
})

test('[PERS-05] what the personal edition allows is said on a master platform, and nowhere else', () => {
	const personal = { type: 2 }
	const rights = { maxPeople: 300, expires: '2027-03-01' }
	expect(rightsOf(personal, { isMasterPlatform: true, rights })).toEqual({ at: 'shown', ...rights })
	expect(rightsOf(personal, { isMasterPlatform: false, rights })).toEqual({ at: 'none' })
	expect(rightsOf({ type: 1 }, { isMasterPlatform: true, rights })).toEqual({ at: 'none' })
	expect(rightsOf(undefined, { isMasterPlatform: true, rights })).toEqual({ at: 'none' })
	expect(rightsOf(personal, undefined)).toEqual({ at: 'loading' })
	expect(rightsOf({ type: 1 }, undefined)).toEqual({ at: 'none' })
})
