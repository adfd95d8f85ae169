import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { m } from '../../locales/index.ts'
import { ElapsedTime, Header } from './Header.tsx'
import type { JoinedRoom } from './roomState.ts'

afterEach(cleanup)

const show = (isOnAir: boolean, { people = 2, layout = 'grid' as const, onLayout = () => {} } = {}) =>
	render(
		<Header
			room={
				{
					topic: 'Harbour plans',
					isLocked: false,
					isOnAir,
					startedAt: 0,
					lineQualities: new Map(),
					people: Array.from({ length: people }, (_, index) => ({ id: `${index}` })),
					sharing: { presenter: null },
				} as unknown as JoinedRoom
			}
			layout={layout}
			onLayout={onLayout}
			onNetwork={() => {}}
			onPeople={() => {}}
		/>,
	)

test('[DESK-16] the header says that the meeting is on air, and only then', () => {
	const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
	show(true)
	expect(said()).toContain(m.desk_status_onAir())
	cleanup()
	show(false)
	expect(said().join('')).toBe('')
})

test('[ROOM-99] the layout can be chosen from three people on', () => {
	show(false)
	expect(screen.queryByRole('button', { name: m.room_layout_speaker() })).toBeNull()
	cleanup()
	const onLayout = vi.fn()
	show(false, { people: 3, onLayout })
	fireEvent.click(screen.getByRole('button', { name: m.room_layout_speaker(), pressed: false }))
	expect(onLayout).toHaveBeenCalledWith('speaker')
})

test('the elapsed time advances while the header is shown, and stops with it', () => {
	vi.useFakeTimers({ now: 60_000 })
	onTestFinished(() => void vi.useRealTimers())
	const { unmount } = render(<ElapsedTime startedAt={0} />)
	expect(screen.getByRole('timer').textContent).toContain('1:00')
	act(() => vi.advanceTimersByTime(2_000))
	expect(screen.getByRole('timer').textContent).toContain('1:02')
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
