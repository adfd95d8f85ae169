import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PictureStack } from './PictureStack.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('who leaves before the other pictures are there does not wait for them', () => {
	const { unmount } = render(<PictureStack current={0} />)
	expect(vi.getTimerCount()).toBe(1)
	unmount()
	expect(vi.getTimerCount()).toBe(0)
})
