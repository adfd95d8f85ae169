import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Complaints } from './Complaints.screen.tsx'

const call = 'POST /meeting/addComplaint'
const show = () => renderScreen('/complaints', Complaints, '/complaints')
const field = () => screen.getByLabelText<HTMLTextAreaElement>('投诉内容')
const type = (value: string) => fireEvent.input(field(), { target: { value } })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '提交' })

beforeEach(() => setPerson(aMember()))
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	localStorage.clear()
})

test('[COMP-01] an empty complaint cannot be sent', async () => {
	await show()
	expect(submit().disabled).toBe(true)
	type('   ')
	expect(submit().disabled).toBe(true)
	type('太吵了')
	expect(submit().disabled).toBe(false)
})

test('[COMP-02] emoji are removed while typing, with a hint, and 200 characters are the limit', async () => {
	await show()
	type(`太吵了😤${'a'.repeat(300)}`)
	expect(field().value).toBe(`太吵了${'a'.repeat(197)}`)
	expect(screen.getByText('200/200')).toBeTruthy()
	expect(screen.getAllByText('不支持表情符号，已移除 😤').length).toBeGreaterThan(0)
})

test('[COMP-02] text is not filtered while an input method composes it', async () => {
	await show()
	fireEvent.input(field(), { target: { value: 'tai😤' }, isComposing: true })
	expect(field().value).toBe('tai😤')
	fireEvent.compositionEnd(field())
	expect(field().value).toBe('tai')
})

test('[ROUTE-48] [API-28] once sent, a toast is shown and the personal centre follows', async () => {
	const server = stubServer({ [call]: {} })
	const { where } = await show()
	type('  太吵了 ')
	fireEvent.click(submit())
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal'))
	expect(screen.getByText('谢谢，已收到您的投诉')).toBeTruthy()
	expect(server.last(call)?.body).toMatchObject({
		complaintContent: '太吵了',
		complaintDisplayName: '韩梅',
		complaintUid: 'hanmei',
	})
})

test('a complaint that is not sent is asked about before the screen is left', async () => {
	const { where, stay, leave } = await show()
	type('太吵了')
	await stay('/MeetingList')
	expect([where(), field().value]).toEqual(['/complaints', '太吵了'])
	await leave('/MeetingList')
	expect(where()).toBe('/MeetingList')
})

test('[ROUTE-48] back leads to the personal centre, wherever one came from', async () => {
	const { where, go, back } = await show()
	const goBack = () => fireEvent.click(screen.getByRole('button', { name: '返回' }))
	goBack()
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal'))
	await go('/MeetingList')
	await go('/complaints')
	goBack()
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal'))

	// From there, the screen before it is one step further back, and not the same once more.
	await go('/complaints')
	goBack()
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal'))
	await back()
	await waitFor(() => expect(where()).toBe('/MeetingList'))
})

test('a refusal is shown until the text is changed, and the text stays', async () => {
	stubServer({ [call]: 'no-answer' })
	await show()
	type('太吵了')
	fireEvent.click(submit())
	await screen.findByText('网络异常，请检查连接后重试')
	expect(field().value).toBe('太吵了')
	expect(submit().disabled).toBe(false)
	type('太吵了，一直')
	expect(screen.queryByText('网络异常，请检查连接后重试')).toBeNull()
})

test('a guest who opens the address is led to the sign-in', async () => {
	setPerson({ kind: 'guest' })
	await show()
	const link = await screen.findByText('去登录')
	expect(link.getAttribute('href')).toBe('/Login')
	expect(screen.getByText('登录后才能提交投诉。')).toBeTruthy()
	expect(screen.queryByLabelText('投诉内容')).toBeNull()
})
