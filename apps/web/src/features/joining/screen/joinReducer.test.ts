import { expect, test } from 'vitest'
import { toJoinError } from '../join/joinErrors.ts'
import { getRefusalDestination, joinReducer } from './joinReducer.ts'

const form = { meetingId: '842391556', displayName: 'Mei', password: '' }
const submitted = { type: 'submitted', values: form, isPasswordRequired: false } as const
const refusedWith = (refusal: Parameters<typeof toJoinError>[0]['refusal']) => ({
	type: 'completed' as const,
	result: { status: 'refused' as const, error: toJoinError({ refusal }) },
	hadPassword: true,
})

test('a valid form joins, an invalid one has an error', () => {
	expect(joinReducer({ status: 'editing' }, submitted)).toEqual({ status: 'joining' })
	expect(joinReducer({ status: 'editing' }, { ...submitted, values: { ...form, displayName: '' } })).toEqual({
		status: 'editing',
		error: { field: 'displayName', key: 'Meeting.tips13' },
	})
})

test.each(['joining', 'joined'] as const)('a second tap while %s changes nothing, nor does typing', status => {
	const state = { status } as const
	expect(joinReducer(state, submitted)).toBe(state)
	expect(joinReducer(state, { type: 'edited' })).toBe(state)
})

test('a join that was accepted is over', () => {
	const joined = { type: 'completed', result: { status: 'joined' }, hadPassword: false } as const
	expect(joinReducer({ status: 'joining' }, joined)).toEqual({ status: 'joined' })
})

test('a password that was not known of is required, without an error about a wrong one', () => {
	const completed = { ...refusedWith('wrongPassword'), hadPassword: false }
	expect(joinReducer({ status: 'joining' }, completed)).toEqual({ status: 'passwordRequired' })
	expect(joinReducer({ status: 'joining' }, refusedWith('wrongPassword'))).toMatchObject({
		error: { type: 'wrongPassword' },
	})
	// Any other refusal is shown, whatever was known of the password.
	expect(joinReducer({ status: 'joining' }, { ...refusedWith('locked'), hadPassword: false })).toMatchObject({
		status: 'refused',
		error: { type: 'locked' },
	})
})

test('editing clears the error', () => {
	const faulty = joinReducer({ status: 'editing' }, { ...submitted, values: { ...form, displayName: '' } })
	expect(joinReducer(faulty, { type: 'edited' })).toEqual({ status: 'editing' })
	const refused = joinReducer({ status: 'joining' }, refusedWith('locked'))
	expect(joinReducer(refused, { type: 'edited' })).toEqual({ status: 'editing' })
})

test('a result that is not awaited changes nothing', () => {
	expect(joinReducer({ status: 'editing' }, refusedWith('locked'))).toEqual({ status: 'editing' })
})

test('[JERR-06] [JERR-07] a given id leads back to the list, a typed one can be corrected', () => {
	for (const refusal of ['over', 'unknownMeeting'] as const) {
		expect(getRefusalDestination(toJoinError({ refusal }), { from: 'list' })).toBe('list')
		expect(getRefusalDestination(toJoinError({ refusal }), { from: 'typing' })).toBe('stay')
	}
	expect(getRefusalDestination(toJoinError({ refusal: 'locked' }), { from: 'list' })).toBe('stay')
})

test('[JERR-06] [JERR-07] a link to a meeting that is missing or over leads to the result', () => {
	for (const refusal of ['over', 'unknownMeeting'] as const) {
		expect(getRefusalDestination(toJoinError({ refusal }), { from: 'link' })).toBe('result')
	}
	expect(getRefusalDestination(toJoinError({ refusal: 'locked' }), { from: 'link' })).toBe('stay')
})

test('[OP-008] in a link visit, a lost session leads to the landing', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'signedOut' }), { from: 'link' })).toBe('start')
})

test('after the join was handed over to the app, it can be sent again', () => {
	const handedOver = { type: 'completed', result: { status: 'handedOver' }, hadPassword: false } as const
	const state = joinReducer({ status: 'joining' }, handedOver)
	expect(state).toEqual({ status: 'editing' })
	expect(joinReducer(state, submitted)).toEqual({ status: 'joining' })
})

test('[JERR-12] a lost session leads to the sign-in', () => {
	expect(getRefusalDestination(toJoinError({ refusal: 'signedOut' }), { from: 'typing' })).toBe('login')
	expect(getRefusalDestination(toJoinError({ refusal: 'loginOnly' }), { from: 'typing' })).toBe('stay')
})

test('[JERR-02] [JERR-03] who is before the host waits; trying again is no other state, nor is typing', () => {
	const waiting = joinReducer({ status: 'joining' }, refusedWith('notOpened'))
	expect(waiting).toMatchObject({ status: 'waiting', isTrying: false, error: { type: 'notOpened' } })
	expect(joinReducer(waiting, { type: 'edited' })).toBe(waiting)
	const trying = joinReducer(waiting, submitted)
	expect(trying).toMatchObject({ status: 'waiting', isTrying: true })
	expect(joinReducer(trying, submitted)).toBe(trying)
	expect(joinReducer(trying, refusedWith('offline'))).toEqual(waiting)
	expect(joinReducer(trying, refusedWith('notStarted'))).toMatchObject({
		isTrying: false,
		error: { type: 'notStarted' },
	})
	expect(joinReducer(trying, refusedWith('full'))).toMatchObject({ status: 'refused', error: { type: 'full' } })
	expect(joinReducer(waiting, { type: 'waitingLeft' })).toEqual({ status: 'editing' })
	// A result that nobody waits for changes nothing.
	expect(joinReducer(waiting, refusedWith('full'))).toBe(waiting)
})
