import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { getCurrentPerson } from '../session/index.ts'
import { switchCompany } from './switchCompany.ts'

const remember = 'POST /corp/rememberLastCorp'
const other = 'c2' as Parameters<typeof switchCompany>[0]
const currentCompanyId = () => {
	const person = getCurrentPerson()
	return person.kind === 'member' ? person.company?.companyId : undefined
}

beforeEach(() => {
	localStorage.clear()
	localStorage.setItem('corpId', 'c1')
	setPerson(aMember({ others: [{ companyId: other, name: 'Harbour Labs', userType: 6 }] }))
})
afterEach(() => vi.unstubAllGlobals())

test('[CORP-01] [CORP-02] the server remembers the company before the page switches', async () => {
	const server = stubServer({
		[remember]: () => {
			expect(currentCompanyId()).toBe('c1')
			return {}
		},
	})
	expect(await switchCompany(other)).toBe('switched')
	expect(server.last(remember)?.body).toMatchObject({ corpId: 'c2' })
	expect(currentCompanyId()).toBe('c2')
	expect(localStorage.getItem('corpId')).toBe('c2')
	expect(JSON.parse(localStorage.getItem('corp') ?? '')).toMatchObject({ corpId: 'c2', userType: 6 })
})

test('[CORP-02] a second tap meanwhile does nothing, nor does one on the current company', async () => {
	const server = stubServer({ [remember]: {} })
	expect(await Promise.all([switchCompany(other), switchCompany(other)])).toEqual(['switched', 'busy'])
	expect(await switchCompany(other)).toBe('switched')
	expect(server.count(remember)).toBe(1)
})

test.each([
	['no-answer', 'network'],
	[{ status: 500, code: 500 }, 'failed'],
	[{ status: 403, code: 403 }, 'notMember'],
] as [StubAnswer, string][])('[CORP-02] a failure (%j) changes nothing', async (answer, expected) => {
	stubServer({ [remember]: answer })
	expect(await switchCompany(other)).toBe(expected)
	expect(currentCompanyId()).toBe('c1')
	expect(localStorage.getItem('corpId')).toBe('c1')
})

test('a company the person is not a member of is not switched to', async () => {
	stubServer({ [remember]: {} })
	expect(await switchCompany('elsewhere' as typeof other)).toBe('failed')
	expect(currentCompanyId()).toBe('c1')
})
