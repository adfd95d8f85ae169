import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { stubResizeObserver } from '../../testing/stubResizeObserver.ts'
import { OfflineNotice } from './OfflineNotice.tsx'

afterEach(() => {
	cleanup()
	vi.restoreAllMocks()
	vi.unstubAllGlobals()
})

test('screens keep clear of the notice while it is there', () => {
	const { observed, resize } = stubResizeObserver()
	const height = () => document.documentElement.style.getPropertyValue('--notice-height')
	const shown = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(0)
	const { rerender, unmount } = render(<OfflineNotice offline={false} text="offline" />)
	rerender(<OfflineNotice offline text="offline" />)
	shown.mockReturnValue(44)
	resize(screen.getByRole('status'))
	expect([height(), screen.getByRole('status').textContent]).toEqual(['44px', 'offline'])
	unmount()
	expect([height(), observed()]).toEqual(['', []])
})
