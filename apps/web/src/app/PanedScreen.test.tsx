import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { m } from '../locales/index.ts'
import { useIsInPane } from '../navigation/panes.ts'
import { aMember, setPerson } from '../testing/aPerson.ts'
import { renderScreen } from '../testing/renderScreen.tsx'
import { setScreenSize } from '../testing/screenSize.ts'
import { stubServer } from '../testing/stubServer.ts'
import { PanedScreen } from './PanedScreen.tsx'

afterEach(() => {
	cleanup()
	setScreenSize('phone')
	vi.unstubAllGlobals()
})

const Detail = () => <p data-testid="detail">{useIsInPane() ? 'beside the list' : 'alone'}</p>
const Screen = () => (
	<PanedScreen>
		<Detail />
	</PanedScreen>
)

test('[ROOM-160] [LAYOUT-09] the screen stays the same element while the list comes beside it and goes', async () => {
	setPerson(aMember())
	stubServer({})
	const { visit } = await renderScreen('/detail/$meetingId', Screen, '/detail/842391556')
	const detail = screen.getByTestId('detail')
	expect(detail.textContent).toBe('alone')
	const list = () => screen.findByRole('region', { name: m.meeting_list_title() })
	setScreenSize('laptop')
	await list()
	expect([screen.getByTestId('detail') === detail, detail.textContent]).toEqual([true, 'beside the list'])
	// Also while the week of the meeting is in place of the list.
	await visit('/detail/842391556?week=2026-11-23')
	await list()
	expect(screen.getByTestId('detail')).toBe(detail)
	setScreenSize('phone')
	expect(screen.queryByRole('region', { name: m.meeting_list_title() })).toBeNull()
	expect([screen.getByTestId('detail') === detail, detail.textContent]).toEqual([true, 'alone'])
})
