import { Department } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { saveDraftAttendees } from '../../features/scheduling/index.ts'
import { aDepartment } from '../../testing/aDirectory.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { aSiteManage } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { type StubAnswer, stubServer } from '../../testing/stubServer.ts'
import { Members } from './Members.screen.tsx'

const list = 'GET /corp/departmentList'
const departments = [aDepartment('1', '', 'Works'), aDepartment('2', '1', 'Network')]
const answers = { [list]: { code: 0, dataResult: departments.map(Department.encode) } as StubAnswer }
const invited = {
	people: [{ id: 'han' as never, name: 'Han' }, { id: 'li' as never }],
	departments: [{ number: '2', name: 'Old name' }],
}

let leave = async () => {}
async function show(from = 'create') {
	const shown = await renderScreen('/members', Members, `/members?from=${from}`)
	leave = () => shown.go('/')
	return shown
}
const section = (name: string) => screen.queryByRole('region', { name })
const rows = (name: string) =>
	within(screen.getByRole('region', { name }))
		.getAllByRole('listitem')
		.map(({ textContent }) => textContent)
const remove = (name: string) => fireEvent.click(screen.getByRole('button', { name: `移除 ${name}` }))

beforeEach(() => {
	sessionStorage.clear()
	setPerson(aMember())
	saveDraftAttendees('create', invited)
})
afterEach(async () => {
	await leave()
	cleanup()
	vi.unstubAllGlobals()
})

test('[MEMB-08] [ROUTE-45] departments with their paths, and people', async () => {
	stubServer(answers)
	await show()
	await screen.findByText('Network')
	expect(rows('部门 · 1')).toEqual(['NetworkWorks'])
	// A draft may know no name.
	expect(rows('人员 · 2').map(text => text?.slice(-3))).toEqual(['Han', 'Lli'].map(text => text.slice(-3)))
})

test('[MEMB-08] each can be removed, and the focus goes to the next', async () => {
	stubServer(answers)
	const { where } = await show()
	await screen.findByText('Network')
	remove('Network')
	expect(section('部门 · 1')).toBeNull()
	expect(document.activeElement?.getAttribute('aria-label')).toBe('移除 Han')
	remove('li')
	expect(document.activeElement?.getAttribute('aria-label')).toBe('移除 Han')
	remove('Han')
	await screen.findByText('没有选择部门或人员时，企业全员都能看到并参加这场会议。')
	fireEvent.click(screen.getByRole('button', { name: '去选择' }))
	await waitFor(() => expect(where()).toBe('/selectMembers?from=create'))
})

test('[MEMB-08] without the directory the selection is shown all the same', async () => {
	stubServer({ [list]: 'no-answer' })
	saveDraftAttendees('edit', invited)
	await show('edit')
	expect(rows('部门 · 1')).toEqual(['Old name'])
	remove('Old name')
	expect(section('部门 · 1')).toBeNull()
})

test('[MEMB-13] a guest is led to the sign-in, and nothing is asked for', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer(answers)
	await show()
	expect((await screen.findByRole('link', { name: '去登录' })).getAttribute('href')).toBe('/Login')
	expect(server.requests).toEqual([])
})

test.each([
	[0, '企业全员', '还没有选择参会人员'],
	[1, '还没有选择参会人员', '企业全员'],
])(
	'[CREATE-22] [MEMB-06] on an OA site with select_invitees %i an empty selection is %s',
	async (needed, words, others) => {
		saveDraftAttendees('create', { people: [], departments: [] })
		const oaList = 'GET /auth/departmentList'
		stubServer({
			[oaList]: { code: 0, dataResult: departments.map(Department.encode) },
			'GET /meeting/siteControl/siteManage': { data: aSiteManage({ isOaSite: 1, select_invitees: needed }) },
		})
		await show('create&isOA=true')
		expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
		expect(screen.queryByText(others)).toBeNull()
	},
)
