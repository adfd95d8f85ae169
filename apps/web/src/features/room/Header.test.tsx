import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { m } from '../../locales/index.ts'
import { Header } from './Header.tsx'
import type { JoinedRoom } from './roomState.ts'

afterEach(cleanup)

const show = (isOnAir: boolean) =>
	render(<Header room={{ topic: 'Harbour plans', isLocked: false, isOnAir, startedAt: 0 } as JoinedRoom} />)

test('[DESK-16] the header says that the meeting is on air, and only then', () => {
	show(true)
	expect(screen.getByRole('status').textContent).toBe(m.desk_status_onAir())
	cleanup()
	show(false)
	expect(screen.getByRole('status').textContent).toBe('')
})
