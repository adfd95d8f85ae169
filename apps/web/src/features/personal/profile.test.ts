import { expect, test } from 'vitest'
import { getPersonalRights, shortenName } from './profile.tsx'

test('[PERS-02] a name of up to sixteen characters is shown in full, of a longer one sixteen', () => {
	expect(shortenName('欧阳'.repeat(8))).toBe('欧阳'.repeat(8))
	expect(shortenName(`${'欧阳'.repeat(8)}锋`)).toBe(`${'欧阳'.repeat(8)}…`)
	expect(shortenName('𠮷'.repeat(16))).toBe('𠮷'.repeat(16))
	expect(shortenName('𠮷'.repeat(17))).toBe(`${'𠮷'.repeat(16)}…`)
})

test('[PERS-05] the rights of the personal edition are shown on a master platform only', () => {
	const personal = { type: 2 }
	const rights = { maxPeople: 300, expires: '2027-03-01' }
	expect(getPersonalRights(personal, { isMasterPlatform: true, rights })).toEqual({ status: 'shown', ...rights })
	expect(getPersonalRights(personal, { isMasterPlatform: false, rights })).toEqual({ status: 'none' })
	expect(getPersonalRights({ type: 1 }, { isMasterPlatform: true, rights })).toEqual({ status: 'none' })
	expect(getPersonalRights(undefined, { isMasterPlatform: true, rights })).toEqual({ status: 'none' })
	expect(getPersonalRights(personal, undefined)).toEqual({ status: 'loading' })
	expect(getPersonalRights({ type: 1 }, undefined)).toEqual({ status: 'none' })
})
