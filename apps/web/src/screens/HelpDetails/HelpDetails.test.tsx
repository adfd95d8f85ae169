import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { HelpDetails } from './HelpDetails.screen.tsx'

afterEach(cleanup)

const address = '/MeetingList/Personal/helpDetails'
const show = (value: string) => renderScreen(address, HelpDetails, `${address}?value=${encodeURIComponent(value)}`)

test('[ROUTE-37] [HELP-02] [HELP-04] an article is shown in a frame at the address of the help', async () => {
	await show('{"name":"x","path":"host"}')
	const frame = screen.getByTitle<HTMLIFrameElement>('主持人可以做什么')
	expect(frame.getAttribute('src')).toBe('/meeting/meetings#/help/host?mobile=1')
	expect(frame.getAttribute('sandbox')).not.toContain('allow-scripts')
})

test('[HELP-02] the name in the address is ignored', async () => {
	await show('{"name":"Pay here","path":"host"}')
	expect(screen.queryByText('Pay here')).toBeNull()
	expect(screen.getByRole('heading', { name: '主持人可以做什么' })).toBeTruthy()
})

test.each(['', 'x', 'null', '7', '{"path":"../../x"}', '{"path":"toString"}', '{"path":["host"]}', '{"name":"host"}'])(
	'[HELP-03] [OP-143] %j is no article: it says so, and the way to those there are',
	async value => {
		const { where } = await show(value)
		expect(document.querySelector('iframe')).toBeNull()
		expect(screen.getByText('文章不存在')).toBeTruthy()
		fireEvent.click(screen.getByRole('link', { name: '去帮助中心' }))
		await waitFor(() => expect(where()).toBe('/MeetingList/Personal/help'))
	},
)

test('opened at its address, back leads to the help centre', async () => {
	const { where } = await show('{"path":"host"}')
	fireEvent.click(screen.getByRole('button', { name: '返回' }))
	await waitFor(() => expect(where()).toBe('/MeetingList/Personal/help'))
})
