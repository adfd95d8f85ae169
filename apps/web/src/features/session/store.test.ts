// @vitest-environment happy-dom
import { User } from '@parley/api'
import { beforeEach, expect, test } from 'vitest'
import { chooseCompany, getCurrentPerson, getCurrentUserId, readStoredPerson, setGuest, setMember } from './store.ts'

const corp = (corpId: string, isDefault = 0) => ({
	corpId,
	corporationName: corpId,
	corpType: 1,
	userType: 0,
	isDefault,
})
const wire = {
	id: '7',
	name: 'hanmei',
	display_name: 'Han Mei',
	is_completed_info: 1,
	user_type: 0,
	corps: [corp('c1'), corp('c2', 1)],
}
const hanmei = User.decode(wire as never)
const kept = (accessToken: string | undefined, userInfo: unknown, corpId?: string) => ({
	read: (key: string) => (key === 'accessToken' ? accessToken : key === 'corpId' ? corpId : undefined),
	readJson: () => userInfo,
})

beforeEach(() => localStorage.clear())

test('[LOGIN-26] [OP-047] a stored token and person make a member', () => {
	expect(readStoredPerson(kept('tok', wire))).toMatchObject({ kind: 'member', user: { displayName: 'Han Mei' } })
	expect(readStoredPerson(kept(undefined, wire))).toEqual({ kind: 'guest' })
	expect(readStoredPerson(kept('tok', undefined))).toEqual({ kind: 'guest' })
	expect(readStoredPerson(kept('tok', { id: 7, junk: true }))).toEqual({ kind: 'guest' })
})

test('the company is the last one worked in, else the default, else the first', () => {
	expect(chooseCompany(hanmei, 'c1')?.companyId).toBe('c1')
	expect(chooseCompany(hanmei)?.companyId).toBe('c2')
	expect(chooseCompany({ ...hanmei, companies: hanmei.companies.slice(0, 1) }, 'gone')?.companyId).toBe('c1')
	expect(chooseCompany({ ...hanmei, companies: [] })).toBeUndefined()
	expect(readStoredPerson(kept('tok', wire, 'c1'))).toMatchObject({ company: { companyId: 'c1' } })
})

test('[STORE-01] [LOGIN-24] [LOGIN-26] a member is stored as on the wire, and restored', () => {
	setMember(hanmei, 'tok', true)
	expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toMatchObject({
		display_name: 'Han Mei',
		is_completed_info: 1,
	})
	expect(localStorage.getItem('corpId')).toBe('c2')
	expect(getCurrentUserId()).toBe('7')
	expect(readStoredPerson()).toEqual(getCurrentPerson())
})

test('[HTTP-15] setGuest removes the person and the company', () => {
	setMember(hanmei, 'tok', true)
	setGuest()
	expect(getCurrentPerson()).toEqual({ kind: 'guest' })
	expect(['accessToken', 'userInfo', 'userName', 'corp', 'corpId'].map(key => localStorage.getItem(key))).toEqual(
		Array(5).fill(null),
	)
})
