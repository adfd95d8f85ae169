import type { PersonQuality } from '@parley/api'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { aMeeting } from '../../testing/aMeeting.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { momentsOf } from '../meeting/index.ts'
import { QualityList } from './QualityList.tsx'

afterEach(cleanup)

const moments = momentsOf(aMeeting())

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
	const { rerender } = render(<QualityList moments={moments} people={[lei, mei]} />)
	fireEvent.click(row('李雷'))
	expect([isOpen('李雷'), isOpen('韩梅梅')]).toEqual([true, false])
	rerender(<QualityList moments={moments} people={[lei, { ...mei, reconnects: 3 }]} />)
	expect([isOpen('李雷'), isOpen('韩梅梅')]).toEqual([true, false])
})

test('[ROOM-195] a person was there at times of the meeting, wherever the reader is', () => {
	setReaderZone('Europe/Berlin')
	const at = (time: string) => Date.parse(`2026-11-21T${time}+08:00`)
	render(<QualityList moments={moments} people={[aPerson({ joinedAt: at('10:02'), leftAt: at('11:17') })]} />)
	expect(screen.getByText('10:02–11:17')).toBeTruthy()
})
