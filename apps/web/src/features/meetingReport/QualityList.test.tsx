import type { PersonQuality } from '@parley/api'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { QualityList } from './QualityList.tsx'

afterEach(cleanup)

const aPerson = (fields: Partial<PersonQuality>): PersonQuality => ({
	id: 'p_000000000001',
	name: '李雷',
	isGuest: false,
	joinedAt: 0,
	isReported: true,
	joinMs: 900,
	freezes: 0,
	freezeMs: 0,
	concealedMs: 0,
	lostPercent: 0,
	sentLostPercent: 0,
	reconnects: 0,
	receivedHeight: 360,
	sentHeight: 360,
	...fields,
})

const row = (name: string) => screen.getByRole('button', { name: new RegExp(name) })
const isOpen = (name: string) => row(name).getAttribute('aria-expanded') === 'true'

test('[ROOM-169] an opened row stays with its person when the figures of others have become worse', () => {
	const [lei, mei] = [aPerson({}), aPerson({ id: 'p_000000000002', name: '韩梅梅' })]
	const { rerender } = render(<QualityList people={[lei, mei]} />)
	fireEvent.click(row('李雷'))
	expect([isOpen('李雷'), isOpen('韩梅梅')]).toEqual([true, false])
	rerender(<QualityList people={[lei, { ...mei, reconnects: 3 }]} />)
	expect([isOpen('李雷'), isOpen('韩梅梅')]).toEqual([true, false])
})
