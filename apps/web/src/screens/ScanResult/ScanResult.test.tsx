import { Meeting } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aMeeting } from '../../testing/aMeeting.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { ScanNoExit } from '../ScanNoExit/ScanNoExit.screen.tsx'
import { ScanNoResult } from '../ScanNoResult/ScanNoResult.screen.tsx'
import { ScanResult } from './ScanResult.screen.tsx'

const show = (query: string) => renderScreen('/Login/ScanResult', ScanResult, `/Login/ScanResult${query}`)
const ways = () => screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])

beforeEach(() => {
	localStorage.clear()
	setPerson({ kind: 'guest' })
	useSite.setState({ guestsAllowed: true, copyright: undefined })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
})

test.each([
	['?status=0', '会议不存在'],
	['?status=9', '会议已结束'],
	['', '会议不存在'],
	['?status=0&again=javascript:1', '会议不存在'],
])('[ROUTE-16] %s', async (query, title) => {
	await show(query)
	expect(screen.getByRole('heading').textContent).toBe(title)
})

test.each([
	['/scanNoResult', ScanNoResult, '会议已结束'],
	['/scanNoExit', ScanNoExit, '会议不存在'],
] as const)('[ROUTE-17] [HELP-06] %s asks nobody', async (path, Screen, title) => {
	const server = stubServer({})
	await renderScreen(path, Screen, path)
	expect(screen.getByRole('heading').textContent).toBe(title)
	expect(server.requests).toEqual([])
})

test('every result has next steps: for guests another id or the landing, for members their list', async () => {
	await show('?status=0')
	expect(ways()).toEqual([
		['输入其他会议号', '/joinQuickly'],
		['返回首页', '/'],
	])
	cleanup()
	useSite.setState({ guestsAllowed: false })
	await show('?status=9')
	expect(ways()[0]).toEqual(['去登录', '/Login'])
	cleanup()
	setPerson(aMember())
	await show('?status=9')
	expect(ways()).toEqual([
		['输入其他会议号', '/MeetingList/JoinMeeting/unkonw/false'],
		['查看我的会议', '/MeetingList'],
	])
})

test('leaving the result ends the link visit', async () => {
	localStorage.setItem('publicScan', '1')
	await show('?status=0')
	fireEvent.click(screen.getByText('返回首页'))
	expect(localStorage.getItem('publicScan')).toBeNull()
})

test('a failed lookup can be repeated', async () => {
	const id = '842391556'
	const detail = `GET /meeting/meetings/${id}`
	const server = stubServer({ [detail]: 'no-answer' })
	const { where } = await show(`?status=0&again=${id}`)
	expect(screen.getByRole('heading').textContent).toBe('未查到会议')
	fireEvent.click(screen.getByRole('button', { name: '再查一次' }))
	await waitFor(() => expect(server.requests).toHaveLength(1))
	expect(where()).toBe(`/Login/ScanResult?status=0&again=${id}`)

	server.answers[detail] = { data: { meeting: Meeting.encode(aMeeting()) } }
	fireEvent.click(await screen.findByRole('button', { name: '再查一次' }))
	await waitFor(() => expect(where()).toBe(`/Login/ScanJoin/${id}`))
})
