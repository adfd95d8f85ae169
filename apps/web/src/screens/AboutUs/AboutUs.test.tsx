import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { AboutUs } from './AboutUs.screen.tsx'

const path = '/MeetingList/Personal/AboutUs'
const copyright = { guestJoin: true, publicMeetings: true, neutral: false, telephone: '400-123-4567' }
const hrefs = () => [...document.querySelectorAll('main a')].map(link => link.getAttribute('href'))

beforeEach(() => {
	vi.stubEnv('PARLEY_VERSION', '1.2.3')
	useSite.setState({ copyright })
})
afterEach(() => {
	cleanup()
	vi.unstubAllEnvs()
	useSite.setState({ copyright: undefined })
})

test('[HELP-05] [PERS-13] [ROUTE-35] name, version, agreements and support phone', async () => {
	await renderScreen(path, AboutUs, path)
	expect(screen.getByText('晤谈')).toBeTruthy()
	expect(screen.getByText('版本 1.2.3')).toBeTruthy()
	const papers = ['/Protocol', '/Law', '/Privacy'].map(paper => `${paper}?isSelf=true`)
	expect(hrefs()).toEqual([...papers, 'tel:4001234567'])
})

test('[OP-103] a neutral site shows neither the mark nor the agreements of the brand', async () => {
	useSite.setState({ copyright: { ...copyright, neutral: true } })
	await renderScreen(path, AboutUs, path)
	expect(screen.queryByText('晤谈')).toBeNull()
	expect(hrefs()).toEqual(['tel:4001234567'])
})
