import { expect, test } from 'vitest'
import { getLinkedAccounts, getVerificationMethods } from './linkedAccounts.ts'

test('[BIND-29] what is linked can be unlinked, and the messenger linked where it is available', () => {
	expect(getLinkedAccounts({}, [])).toEqual([])
	expect(getLinkedAccounts({}, ['messenger', 'deviceMaker'])).toMatchObject([
		{ provider: 'messenger', isLinked: false, canLink: true },
		{ provider: 'deviceMaker', isLinked: false, canLink: false },
	])
	expect(getLinkedAccounts({ messengerId: 'm', messengerName: '梅' }, ['messenger'])).toMatchObject([
		{ provider: 'messenger', isLinked: true, name: '梅', canLink: false },
	])
	expect(getLinkedAccounts({ deviceMakerId: 'd' }, [])).toMatchObject([{ provider: 'deviceMaker', isLinked: true }])
})

test('[UNBIND-01] a person is verified by their number, or by OA account where the site has those', () => {
	expect(getVerificationMethods({ mobile: '1' }, { type: 1, isOa: false })).toEqual(['phone'])
	expect(getVerificationMethods({ mobile: '1' }, { type: 2, isOa: false })).toEqual(['phone', 'oa'])
	expect(getVerificationMethods({}, { type: 1, isOa: true })).toEqual(['oa'])
})
