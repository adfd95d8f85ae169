import { Department, DirectoryPerson } from '@parley/api'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDraftAttendees, saveDraftAttendees } from '../../features/scheduling/index.ts'
import { aColleague, aDepartment } from '../../testing/aDirectory.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { aSiteManage } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, type StubRequest, stubServer } from '../../testing/stubServer.ts'
import { SelectMembers } from './SelectMembers.screen.tsx'

/*
 * Works ─┬─ Platform (Bo, Chen)
 *        └─ An
 * Sales    empty
 */
const departments = [aDepartment('1', '', 'Works'), aDepartment('2', '1', 'Platform'), aDepartment('3', '', 'Sales')]
const an = aColleague('an', '1', 'An')
const bo = aColleague('bo', '2', 'Bo')
const chen = aColleague('chen', '2', 'Chen')
const people: Record<string, DirectoryPerson[]> = { '1': [an], '2': [bo, chen], '3': [] }

const tree: StubAnswer = { code: 0, dataResult: departments.map(Department.encode) }
const listed = ({ body }: Pick<StubRequest, 'body'>): StubAnswer => ({
	code: 0,
	dataResult: (people[String(body.groupNumber)] ?? []).map(DirectoryPerson.encode),
})
const directoryUnder = (prefix: string) => ({
	[`GET ${prefix}/departmentList`]: tree,
	[`POST ${prefix}/getUserInfoByDeptId`]: listed,
})
const manage = 'GET /meeting/siteControl/siteManage'
const corp = directoryUnder('/corp')
const at = '/selectMembers?from=create'

let leave = async () => {}
async function show(address = at, first = address) {
	const shown = await renderScreen('/selectMembers', SelectMembers, first)
	leave = () => shown.go('/')
	if (first !== address) await shown.go(address)
	return shown
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) })
const tap = async (name: string) => fireEvent.click(await box(name))
const open = async (name: string) => fireEvent.click(await screen.findByRole('link', { name: `下级：${name}` }))
const confirm = () => fireEvent.click(screen.getByRole('button', { name: '确定' }))
const summary = () => screen.findByRole('link', { name: /选/ })

beforeEach(() => {
	sessionStorage.clear()
	setPerson(aMember())
})
afterEach(async () => {
	await leave()
	cleanup()
	vi.unstubAllGlobals()
})

test('[MEMB-01] [MEMB-02] [MEMB-05] [ROUTE-45] departments of the company, a checkbox for all of them, and a search', async () => {
	stubServer(corp)
	await show()
	await tap('Works')
	expect([(await box('Works')).checked, (await box('Sales')).checked]).toEqual([true, false])
	expect((await box('全选')).indeterminate).toBe(true)
	await tap('全选')
	expect((await box('Sales')).checked).toBe(true)
	await tap('全选')
	expect([(await box('Works')).checked, (await box('Sales')).checked]).toEqual([false, false])
	expect(screen.getByText('搜索姓名、账号或部门').closest('a')?.getAttribute('href')).toBe('/searchMembers?from=create')
})

test('[MEMB-03] [MEMB-04] a department opens the level below, and the breadcrumb leads up again', async () => {
	stubServer(corp)
	const { where } = await show()
	await open('Works')
	await box('An')
	await open('Platform')
	await box('Bo')
	const way = screen.getByRole('navigation', { name: '当前位置' })
	expect(way.textContent).toBe('通讯录WorksPlatform')
	const here = within(way).getByText('Platform')
	expect([here.getAttribute('aria-current'), document.activeElement]).toEqual(['page', here])
	fireEvent.click(within(way).getByRole('button', { name: '通讯录' }))
	await box('Sales')
	expect(where()).toBe(at)
})

test('[MEMB-04] going back leads up, and from the roots to the form', async () => {
	stubServer(corp)
	saveDraftAttendees('create', { people: [], departments: [] })
	const { where } = await show(at, '/MeetingList/CreateMeeting')
	await open('Works')
	await box('An')
	const back = screen.getByRole('button', { name: '返回' })
	fireEvent.click(back)
	await box('Sales')
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
})

test('[MEMB-09] [MEMB-10] [MEMB-11] checkboxes select what is below, merge into their department, and split again', async () => {
	stubServer(corp)
	await show()
	await tap('Works')
	await open('Works')
	expect([(await box('Platform')).checked, (await box('An')).checked]).toEqual([true, true])
	await tap('An')
	expect((await box('全选')).indeterminate).toBe(true)
	expect((await summary()).textContent).toBe('已选 1 个部门')
	expect((await box('Platform')).checked).toBe(true)
	await tap('An')
	confirm()
	expect(getDraftAttendees('create')).toEqual({ people: [], departments: [{ number: '1', name: 'Works' }] })
})

test('[MEMB-06] [CREATE-22] the summary says whom nothing chosen means as the form does, counts departments and people and opens the list of them', async () => {
	stubServer(corp)
	await show()
	await screen.findByRole('link', { name: '企业全员' })
	expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('企业全员')
	await tap('Sales')
	await open('Works')
	await tap('An')
	expect((await summary()).textContent).toBe('已选 1 个部门、1 人')
	expect((await summary()).getAttribute('href')).toBe('/members?from=create')
})

test('[MEMB-06] confirming returns to the form from any depth, also without a form in the history', async () => {
	stubServer(corp)
	saveDraftAttendees('create', { people: [], departments: [] })
	const { where } = await show(at, '/MeetingList/CreateMeeting')
	await open('Works')
	await open('Platform')
	await tap('Bo')
	confirm()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(getDraftAttendees('create').people.map(({ name }) => name)).toEqual(['Bo'])
	cleanup()
	sessionStorage.clear()
	const alone = await show(`${at}&department=2`)
	await tap('Chen')
	confirm()
	await waitFor(() => expect(alone.where()).toBe('/MeetingList/CreateMeeting'))
	expect(getDraftAttendees('create').people.map(({ name }) => name)).toEqual(['Chen'])
})

test('[MEMB-11] a member of a department that is not loaded is deselected once its people are loaded', async () => {
	const server = stubServer(corp)
	saveDraftAttendees('create', { people: [], departments: [{ number: '1', name: 'Works' }] })
	await show(`${at}&department=2`)
	await tap('Bo')
	await waitFor(async () => expect((await summary()).textContent).toBe('已选 2 人'))
	expect(server.requests.map(({ body }) => body.groupNumber).filter(Boolean)).toEqual(['2', '1'])
	confirm()
	expect(getDraftAttendees('create').people.map(({ name }) => name)).toEqual(['An', 'Chen'])
})

test('[MEMB-11] without an answer the checkbox stays, and a toast says so', async () => {
	stubServer({
		...corp,
		'POST /corp/getUserInfoByDeptId': asked => (asked.body.groupNumber === '1' ? 'no-answer' : listed(asked)),
	})
	saveDraftAttendees('create', { people: [], departments: [{ number: '1', name: 'Works' }] })
	await show(`${at}&department=2`)
	await tap('Bo')
	await screen.findByText('网络不稳定，选择没有变化，请重试')
	expect((await box('Bo')).checked).toBe(true)
})

test('[STORE-08] the selection is stored in the tab, and saved in the draft once confirmed', async () => {
	stubServer(corp)
	saveDraftAttendees('create', { people: [], departments: [{ number: '3', name: 'Sales' }] })
	const { where, go, back } = await show(at, '/MeetingList/CreateMeeting')
	expect((await box('Sales')).checked).toBe(true)
	await tap('Works')
	// The screens beside it share it.
	await go('/members?from=create')
	await back()
	expect((await box('Works')).checked).toBe(true)
	expect(getDraftAttendees('create').departments).toHaveLength(1)
	expect(sessionStorage.getItem('pickedMembers.create')).toContain('Works')
	confirm()
	await waitFor(() => expect(where()).toBe('/MeetingList/CreateMeeting'))
	expect(getDraftAttendees('create').departments.map(({ name }) => name)).toEqual(['Sales', 'Works'])
	expect(sessionStorage.getItem('pickedMembers.create')).toBeNull()
})

test('[STORE-08] leaving without confirming keeps the draft, and discards the selection', async () => {
	stubServer(corp)
	saveDraftAttendees('create', { people: [], departments: [{ number: '3', name: 'Sales' }] })
	const { go } = await show()
	await tap('Works')
	await go('/MeetingList/CreateMeeting')
	expect(getDraftAttendees('create').departments).toHaveLength(1)
	await go(at)
	expect((await box('Works')).checked).toBe(false)
})

test.each([
	['is found again', 'hanmei c1', true],
	['of somebody else is not', 'lilei c1', false],
	['in another company is not', 'hanmei c2', false],
])('[STORE-08] after a reload what was chosen %s', async (_, who, isFound) => {
	stubServer(corp)
	const attendees = { persons: [], departments: [{ groupNumber: '3', groupName: 'Sales' }] }
	sessionStorage.setItem('pickedMembers.create', JSON.stringify({ of: `create ${who} false`, attendees }))
	await show()
	expect((await box('Sales')).checked).toBe(isFound)
})

test.each([
	['true', '/auth'],
	['false', '/corp'],
])(
	'[MEMB-13] [MEMB-14] [API-25] [API-26] [OP-099] with isOA %s the directory is requested under %s',
	async (isOA, prefix) => {
		const server = stubServer(directoryUnder(prefix))
		await show(`/selectMembers?from=create&isOA=${isOA}`)
		await open('Works')
		await box('An')
		const directoryCalls = server.requests.map(({ call }) => call).filter(call => call !== manage)
		expect(directoryCalls).toEqual([`GET ${prefix}/departmentList`, `POST ${prefix}/getUserInfoByDeptId`])
		expect(server.last(`POST ${prefix}/getUserInfoByDeptId`)?.body.groupNumber).toBe('1')
	},
)

test('an empty department and an empty directory have their own messages', async () => {
	const server = stubServer({ ...corp })
	await show()
	await open('Sales')
	await screen.findByText('该部门暂无成员')
	cleanup()
	server.answers['GET /corp/departmentList'] = { code: 0, dataResult: [] }
	await show()
	await screen.findByText('暂无部门')
})

test('loading the directory, and the people of a department, can be retried', async () => {
	const server = stubServer({ ...corp, 'GET /corp/departmentList': 'no-answer' })
	await show()
	await screen.findByText('通讯录加载失败')
	server.answers['GET /corp/departmentList'] = tree
	server.answers['POST /corp/getUserInfoByDeptId'] = 'no-answer'
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await open('Works')
	await screen.findByText('部门成员加载失败')
	await box('Platform')
	server.answers['POST /corp/getUserInfoByDeptId'] = listed
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await box('An')
})

test('[MEMB-14] the personal edition has no directory, and people without permission see why', async () => {
	stubServer({ 'GET /corp/departmentList': { status: 403, code: 403 } })
	await show()
	await screen.findByText('无法查看通讯录')
	act(() => setPerson(aMember({ companyType: 2 })))
	await screen.findByText('个人版没有通讯录')
})

test('[MEMB-13] a guest is led to the sign-in, and nothing is asked for', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer(corp)
	await show()
	expect((await screen.findByRole('link', { name: '去登录' })).getAttribute('href')).toBe('/Login')
	expect(server.requests).toEqual([])
})

test('[MEMB-13] a member whose session has ended is asked to sign in', async () => {
	stubServer({ 'GET /corp/departmentList': { status: 401, code: 401 } })
	const { where } = await show()
	fireEvent.click(await screen.findByRole('button', { name: '登录' }))
	await waitFor(() => expect(where()).toBe('/Login'))
})

const oaAnswers = (inviteesNeeded: 0 | 1) => ({
	...directoryUnder('/auth'),
	[manage]: { data: aSiteManage({ isOaSite: 1, select_invitees: inviteesNeeded }) },
})

test('[CREATE-22] [MEMB-06] an OA site calls nobody selected the whole company, as its form does', async () => {
	stubServer(oaAnswers(0))
	await show('/selectMembers?from=create&isOA=true')
	await screen.findByRole('link', { name: '企业全员' })
	expect(screen.queryByText('尚未选择')).toBeNull()
})

test('[CREATE-22] [MEMB-06] one that wants somebody selected says that nobody is', async () => {
	stubServer(oaAnswers(1))
	await show('/selectMembers?from=create&isOA=true')
	await screen.findByRole('link', { name: '尚未选择' })
})
