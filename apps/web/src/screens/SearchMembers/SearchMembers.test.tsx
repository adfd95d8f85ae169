import { Department, DirectoryPerson } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveDraftAttendees } from '../../features/scheduling/index.ts'
import { history } from '../../storage/index.ts'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, type StubRequest, stubServer } from '../../testing/stubServer.ts'
import { SearchMembers } from './SearchMembers.screen.tsx'

const departments = [aDepartment('1', '', 'Works'), aDepartment('2', '1', 'Network')]
const han = { ...aColleague('han', '2', 'Han'), departmentPath: 'Works/Network' }
const harry = aColleague('harry', '', 'Harry')

const found = (asked: StubRequest): StubAnswer => ({
	code: 0,
	dataResult: [han, harry]
		.filter(({ displayName }) => displayName.toLowerCase().startsWith(String(asked.body.name).toLowerCase()))
		.map(DirectoryPerson.encode),
})
const directoryUnder = (prefix: string) => ({
	[`GET ${prefix}/departmentList`]: { code: 0, dataResult: departments.map(Department.encode) } as StubAnswer,
	[`POST ${prefix}/getGroupUserInfo`]: found,
})
const answers = directoryUnder('/corp')
const question = 'POST /corp/getGroupUserInfo'

let leave = async () => {}
async function show(address = '/searchMembers?from=create') {
	const shown = await renderScreen('/searchMembers', SearchMembers, address)
	leave = () => shown.go('/')
	return shown
}
const field = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const search = (value: string) => {
	type(value)
	fireEvent.submit(field())
}
const row = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const words = async (name: string) => (await row(name)).closest('label')?.textContent

beforeEach(() => {
	sessionStorage.clear()
	history.searched.members.clear('hanmei')
	setPerson(aMember())
})
afterEach(async () => {
	await leave()
	cleanup()
	vi.unstubAllGlobals()
})

test('[MEMB-07] [API-27] [ROUTE-45] people are found while typing, with their department', async () => {
	const server = stubServer(answers)
	await show()
	type('ha')
	expect(await words('Han')).toContain('Works / Network')
	expect(await words('Harry')).toContain('未分配部门')
	expect(server.last(question)?.body.name).toBe('ha')
	expect(server.count(question)).toBe(1)
})

test('[MEMB-07] departments are found by name too', async () => {
	stubServer(answers)
	await show()
	search('work')
	fireEvent.click(await row('Network'))
	expect((await row('Works')).indeterminate).toBe(true)
	expect(screen.getByRole('link').textContent).toBe('已选 1 个部门')
})

test('a person found is selected and deselected', async () => {
	stubServer(answers)
	await show()
	search('harry')
	fireEvent.click(await row('Harry'))
	expect([(await row('Harry')).checked, screen.getByRole('link').textContent]).toEqual([true, '已选 1 人'])
	fireEvent.click(await row('Harry'))
	expect((await row('Harry')).checked).toBe(false)
})

test('[MEMB-12] a person of a selected department is already selected', async () => {
	stubServer(answers)
	saveDraftAttendees('create', { people: [], departments: [{ number: '1', name: 'Works' }] })
	await show()
	search('han')
	expect(await words('Han')).toContain('已随“Works”选中')
	fireEvent.click(await row('Han'))
	await screen.findByText('Han 已随“Works”选中')
	expect((await row('Han')).checked).toBe(true)
	expect(screen.getByRole('link').textContent).toBe('已选 1 个部门')
})

test('[MEMB-07] [STORE-05] five searches are remembered, the newest first, and can be repeated or cleared', async () => {
	const server = stubServer(answers)
	await show()
	for (const text of ['a', 'b', 'c', 'd', 'e', 'han']) search(text)
	await row('Han')
	type('')
	const past = within(screen.getByRole('region', { name: '搜索记录' })).getAllByRole('button')
	expect(past.map(({ textContent }) => textContent)).toEqual(['han', 'e', 'd', 'c', 'b'])
	const before = server.count(question)
	fireEvent.click(past[0] as HTMLElement)
	await row('Han')
	expect([field().value, server.count(question)]).toEqual(['han', before + 1])
	type('')
	fireEvent.click(screen.getByRole('button', { name: '清空搜索记录' }))
	expect([screen.queryByRole('region'), history.searched.members.list('hanmei')]).toEqual([null, []])
})

test('[MEMB-07] a search with results is remembered, one without is not', async () => {
	stubServer(answers)
	const { go } = await show()
	type('nobody')
	await screen.findByText('没有找到“nobody”')
	type('han')
	await row('Han')
	await go('/selectMembers?from=create')
	await waitFor(() => expect(history.searched.members.list('hanmei')).toEqual(['han']))
})

test('a failed search can be retried', async () => {
	const server = stubServer({ ...answers, [question]: 'no-answer' })
	await show()
	search('han')
	await screen.findByText('搜索失败')
	server.answers[question] = found
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await row('Han')
})

test('[MEMB-14] [OP-099] on a site of the OA kind the search goes to /auth', async () => {
	const server = stubServer(directoryUnder('/auth'))
	await show('/searchMembers?from=create&isOA=true')
	search('han')
	await row('Han')
	expect(server.count('POST /auth/getGroupUserInfo')).toBe(1)
})

test('[MEMB-14] the personal edition has no directory to search', async () => {
	setPerson(aMember({ companyType: 2 }))
	stubServer({ 'GET /corp/departmentList': { status: 403, code: 403 } })
	await show()
	await screen.findByText('个人版没有通讯录')
	expect(screen.queryByRole('searchbox')).toBeNull()
})

test('opened at its address it leads back to the selection', async () => {
	stubServer(answers)
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '返回' }))
	await waitFor(() => expect(where()).toBe('/selectMembers?from=create'))
})

test('[MEMB-13] a guest is led to the sign-in, and nothing is asked for', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer({})
	await show()
	expect((await screen.findByRole('link', { name: '去登录' })).getAttribute('href')).toBe('/Login')
	expect(server.requests).toEqual([])
})
