import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getCurrentPerson } from '../../features/session/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { PersonalInfoChange } from './PersonalInfoChange.screen.tsx'

const path = '/MeetingList/Personal/PersonalInfoChange'
const call = 'PATCH /meeting/users/hanmei'
const member = aMember()
const locked = '姓名由企业的 OA 系统管理，不能在这里修改'

const show = () => renderScreen(path, PersonalInfoChange, path)
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const type = (value: string) => fireEvent.input(field('姓名'), { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: '保存' })

beforeEach(() => {
	localStorage.setItem('accessToken', 'a')
	setPerson(member)
	setSite({ isOa: false })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('[PERS-16] [ROUTE-35] the user name is read-only, the display name editable', async () => {
	await show()
	expect([field('用户名').value, field('用户名').readOnly]).toEqual(['hanmei', true])
	expect([field('姓名').value, field('姓名').readOnly, field('姓名').disabled]).toEqual(['韩梅', false, false])
	expect(save().disabled).toBe(true)
})

test('[API-21] [PERS-06] a new name is sent cleaned up, updates the session, and leads back to the personal centre', async () => {
	const server = stubServer({ [call]: {} })
	const { where } = await show()
	type('  韩  梅梅 ')
	fireEvent.click(save())
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal'))
	expect(server.last(call)?.body).toMatchObject({ action: 'modifyDisplayName', display_name: '韩 梅梅' })
	expect(getCurrentPerson()).toMatchObject({ user: { displayName: '韩 梅梅' } })
	expect(localStorage.getItem('userInfo')).toContain('韩 梅梅')
	expect(screen.getByText('姓名已修改')).toBeTruthy()
})

test('[PERS-16] a name that is not saved is asked about before the screen is left; the old one is not', async () => {
	const { where, stay, go } = await show()
	type('韩梅梅')
	await stay('/MeetingList/Personal')
	expect([where(), field('姓名').value]).toEqual([path, '韩梅梅'])
	type(' 韩梅 ')
	await go('/MeetingList/Personal')
	expect(where()).toBe('/MeetingList/Personal')
})

test.each(['', '   ', '😀'])(
	'[PERS-17] an empty name (%j) is a failed change, and the one before is back',
	async typed => {
		const server = stubServer({ [call]: {} })
		await show()
		type(typed)
		fireEvent.click(save())
		await screen.findByText('修改失败：姓名不能为空，已恢复原来的姓名')
		expect(field('姓名').value).toBe('韩梅')
		expect(server.requests).toEqual([])
	},
)

test('[PERS-18] a name has at most 50 characters', async () => {
	await show()
	type('x'.repeat(60))
	expect(field('姓名').value).toBe('x'.repeat(50))
})

test('[PERS-19] a name from a directory is locked, with a hint', async () => {
	setPerson({ ...member, user: { ...member.user, source: 'OA' } })
	await show()
	expect([field('姓名').disabled, save().disabled]).toEqual([true, true])
	expect(screen.getByText(locked)).toBeTruthy()
})

test('[PERS-19] [ROLE-08] names on an OA site are locked', async () => {
	setSite({ isOa: true })
	await show()
	expect(field('姓名').disabled).toBe(true)
})

test('[PERS-19] a name that the server finds locked shows the same message', async () => {
	stubServer({ [call]: { status: 403, code: 40301 } })
	await show()
	type('韩梅梅')
	fireEvent.click(save())
	await screen.findByText(locked)
	expect(field('姓名').value).toBe('韩梅梅')
})

test('without network an error is shown, and the typed name stays', async () => {
	stubServer({ [call]: 'no-answer' })
	await show()
	type('韩梅梅')
	fireEvent.click(save())
	await screen.findByText('网络异常，请检查连接后重试')
	expect(field('姓名').value).toBe('韩梅梅')
	expect(getCurrentPerson()).toMatchObject({ user: { displayName: '韩梅' } })
})
