import { expect, test } from 'vitest'
import { aDesk } from '../../../testing/aDesk.ts'
import { toDeskView } from './deskView.ts'

test('[DESK-03] loaded data stays while the server is unreachable, and disappears when access is refused', () => {
	const desk = aDesk()
	expect(toDeskView(undefined, undefined)).toEqual({ status: 'loading' })
	expect(toDeskView(desk, undefined)).toEqual({ status: 'loaded', desk, isStale: false })
	for (const refusal of ['offline', 'timeout', 'broken', 'tooMany'] as const)
		expect(toDeskView(desk, { refusal })).toEqual({ status: 'loaded', desk, isStale: true })
	expect(toDeskView(undefined, { refusal: 'timeout' })).toEqual({ status: 'offline' })
	expect(toDeskView(undefined, { refusal: 'broken' })).toEqual({ status: 'failed' })
	for (const [refusal, status] of [
		['closed', 'noLive'],
		['missing', 'missing'],
		['forbidden', 'notAllowed'],
		['signedOut', 'signInNeeded'],
	] as const)
		expect(toDeskView(desk, { refusal })).toEqual({ status })
})
