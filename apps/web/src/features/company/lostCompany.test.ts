import { User } from '@parley/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCompany, aMember, setPerson } from '../../testing/aPerson.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { toast } from '../../ui/index.ts'
import { getCurrentPerson } from '../session/index.ts'
import { createCompanyCheck } from './lostCompany.ts'

const me = 'GET /auth/me'
const harbour = { companyId: 'c2', name: 'Harbour Labs' } as never
const person = (companies: ReturnType<typeof aCompany>[]) => ({ data: User.encode({ ...aMember().user, companies }) })
const shown = () => toast.current().map(({ text }) => text)
const currentId = () => {
	const now = getCurrentPerson()
	return now.kind === 'member' ? now.company?.companyId : undefined
}

beforeEach(() => {
	localStorage.clear()
	localStorage.setItem('accessToken', 't')
	localStorage.setItem('corpId', 'c1')
	setPerson(aMember({ others: [harbour] }))
	for (const { id } of toast.current()) toast.dismiss(id)
})
afterEach(() => vi.unstubAllGlobals())

test('[CORP-02] who is not in their company any more goes on in one that is there, and is told', async () => {
	stubServer({ [me]: person([aCompany(harbour)]) })
	await createCompanyCheck(() => 0)()
	expect([currentId(), localStorage.getItem('corpId')]).toEqual(['c2', 'c2'])
	expect(JSON.parse(localStorage.getItem('corp') ?? '')).toMatchObject({ corpId: 'c2' })
	expect(shown()).toEqual(['您已不在“Parley Demo”，已切换到“Harbour Labs”'])
})

test('who has no company left is told', async () => {
	stubServer({ [me]: person([]) })
	await createCompanyCheck(() => 0)()
	expect(shown()).toEqual(['您已不在“Parley Demo”，目前未加入其他企业'])
})

test('a refusal of another kind changes nothing, and is asked about once in a while', async () => {
	let now = 0
	const server = stubServer({ [me]: person([aCompany({ isDefault: true }), aCompany(harbour)]) })
	const check = createCompanyCheck(() => now)
	await check()
	await check()
	expect([currentId(), shown(), server.count(me)]).toEqual(['c1', [], 1])
	now = 10_000
	await check()
	expect(server.count(me)).toBe(2)
})

test('who is somebody else by the time the answer comes is told nothing of the company of the one before', async () => {
	const { user } = aMember()
	stubServer({ [me]: { data: User.encode({ ...user, id: 'lilei' as never, companies: [aCompany(harbour)] }) } })
	await createCompanyCheck(() => 0)()
	expect([currentId(), shown()]).toEqual(['c2', []])
})

test('without an answer nothing is known', async () => {
	stubServer({ [me]: 'no-answer' })
	await createCompanyCheck(() => 0)()
	expect([currentId(), shown()]).toEqual(['c1', []])
})
