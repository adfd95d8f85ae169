import { helpTopics } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { Help } from './Help.screen.tsx'

afterEach(cleanup)

const show = () => renderScreen('/MeetingList/Personal/help', Help, '/MeetingList/Personal/help')
const menu = (name: string) => screen.getByRole('button', { name })
const isOpen = (name: string) => menu(name).getAttribute('aria-expanded')

test('[ROUTE-36] [HELP-01] the menus open and close, one at a time', async () => {
	await show()
	expect(['加入会议', '安排会议', '会议中', '账号与企业'].map(isOpen)).toEqual(['true', 'false', 'false', 'false'])
	fireEvent.click(menu('会议中'))
	expect(['加入会议', '会议中'].map(isOpen)).toEqual(['false', 'true'])
	fireEvent.click(menu('会议中'))
	expect(isOpen('会议中')).toBe('false')
})

test('[HELP-03] every article of the list can be opened', async () => {
	await show()
	const rows = screen.getAllByRole('button', { hidden: true }).filter(row => !row.hasAttribute('aria-expanded'))
	expect(rows.filter(row => row.getAttribute('aria-label') === null)).toHaveLength(
		Object.values(helpTopics).flat().length,
	)
})

test('[ROUTE-37] an article is opened with its name and its path', async () => {
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: '用会议号加入' }))
	await waitFor(() => expect(where()).toContain('/helpDetails?'))
	const value = new URL(where(), 'http://page').searchParams.get('value') ?? ''
	expect(JSON.parse(value)).toEqual({ name: '用会议号加入', path: 'join' })
})
