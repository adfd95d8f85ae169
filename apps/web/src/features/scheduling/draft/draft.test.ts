import { parseWireTime } from '@parley/core'
import { expect, test } from 'vitest'
import { siteZone, useSite } from '../../site/index.ts'
import { mergeSavedFields, newDraft, shouldShowNoGuestsNotice, toNewMeeting } from './draft.ts'
import { type Draft, noAttendees } from './draftFields.ts'
import { hasStart, moveStartToFuture } from './start.ts'

const now = parseWireTime('2026-11-21 10:07:30', siteZone()) as number
const aDraft = (fields: Partial<Draft> = {}): Draft => ({
	...newDraft(now, 'abcde-23456'),
	topic: 'Roadmap',
	...fields,
})
const someone = { people: [{ id: 'lilei', name: '李雷' }], departments: [] } as unknown as Draft['attendees']

test('[CREATE-04] a new meeting waits for its host', () => {
	expect(newDraft(now, 'x').hostMustOpen).toBe(true)
})

test('[CREATE-07] [CREATE-08] the site sets the duration, otherwise it is an hour', () => {
	expect(newDraft(now, 'x', { durationS: 5400, private: false }).durationS).toBe(5400)
	expect(newDraft(now, 'x').durationS).toBe(3600)
	expect(newDraft(now, 'x', { durationS: 0, private: false }).durationS).toBe(3600)
})

test('OP-094: the site sets whether a new meeting is private', () => {
	expect(newDraft(now, 'x', { durationS: 60, private: true }).isPrivate).toBe(true)
	expect(newDraft(now, 'x').isPrivate).toBe(false)
})

test('a new meeting starts with the next half hour', () => {
	expect(newDraft(now, 'x').start).toBe('2026-11-21 10:30:00')
})

test('[CREATE-16] a start that has passed becomes now, one to come stays', () => {
	expect(moveStartToFuture(aDraft({ start: '2026-11-21 10:07:00' }), now)).toBe('2026-11-21 10:07:30')
	expect(moveStartToFuture(aDraft({ start: '2026-11-21 10:08:00' }), now)).toBe('2026-11-21 10:08:00')
})

test.each([
	[{ every: 'day' }, '2026-11-22 09:00:00'],
	[{ every: 'week', weekday: 2 }, '2026-11-24 09:00:00'],
	[{ every: 'month', day: 31 }, '2026-11-30 09:00:00'],
	[{ every: 'month', day: 20 }, '2026-12-20 09:00:00'],
] as const)(
	'[CREATE-16] [OP-018] the time of day of a recurring meeting that has passed today comes again: %j',
	(recurrence, start) => {
		expect(moveStartToFuture(aDraft({ isRecurring: true, recurrence, start: '2026-11-21 09:00:00' }), now)).toBe(start)
	},
)

test('a recurring meeting with an occurrence later today starts today', () => {
	const daily = aDraft({ isRecurring: true, start: '2026-12-24 18:00:00' })
	expect(moveStartToFuture(daily, now)).toBe('2026-11-21 18:00:00')
})

test('a recurring meeting without a fixed time has no start', () => {
	expect(hasStart(aDraft({ isRecurring: true, recurrence: { every: 'no-fixed-time' } }))).toBe(false)
	expect(hasStart(aDraft({ isRecurring: false, recurrence: { every: 'no-fixed-time' } }))).toBe(true)
})

test('[CREATE-10] [CREATE-24] what is sent names its zone, and a password only where there is one', () => {
	expect(toNewMeeting(aDraft())).toMatchObject({ startTime: '2026-11-21 10:30:00', timeZone: 8, topic: 'Roadmap' })
	expect(toNewMeeting(aDraft())).not.toHaveProperty('password')
	expect(toNewMeeting(aDraft({ password: '123' }))).toMatchObject({ password: '123' })
})

test('[CREATE-10] on a site in another zone a meeting is scheduled in that zone', () => {
	useSite.setState({ zone: 'Europe/Berlin' })
	expect(newDraft(now, 'x').start).toBe('2026-11-21 03:30:00')
	expect(toNewMeeting(aDraft({ start: '2026-12-01 10:00:00' }))).toMatchObject({ timeZone: 1 })
	expect(toNewMeeting(aDraft({ start: '2027-07-01 10:00:00' }))).toMatchObject({ timeZone: 2 })
	useSite.setState({ zone: 'Asia/Shanghai' })
})

test('[CREATE-06] [OP-017] an untouched recurrence is sent as every day, for a recurring and a one-off meeting', () => {
	expect(toNewMeeting(aDraft())).toMatchObject({ isRecurring: false, repeatType: 1 })
	expect(toNewMeeting(aDraft({ isRecurring: true }))).toMatchObject({ isRecurring: true, repeatType: 1 })
})

test.each([
	[{ every: 'no-fixed-time' }, { repeatType: 0 }],
	[
		{ every: 'week', weekday: 0 },
		{ repeatType: 2, repeatCondition: 0 },
	],
	[
		{ every: 'month', day: 31 },
		{ repeatType: 3, repeatCondition: 31 },
	],
] as const)('[REC-06] [REC-08] [REC-09] %j is sent as %j', (recurrence, wire) => {
	expect(toNewMeeting(aDraft({ isRecurring: true, recurrence }))).toMatchObject(wire)
})

test('host and attendees are sent where they were chosen, and not otherwise', () => {
	const host = { id: 'lilei', displayName: '李雷' } as Draft['host']
	expect(toNewMeeting(aDraft({ host, attendees: someone }))).toMatchObject({ hostId: 'lilei', attendees: someone })
	expect(toNewMeeting(aDraft({ attendees: noAttendees }))).not.toHaveProperty('attendees')
	expect(toNewMeeting(aDraft())).not.toHaveProperty('hostId')
})

test('[CREATE-23] the notice is shown only where guests are not admitted, and not in the personal edition', () => {
	expect(shouldShowNoGuestsNotice({ guestsAllowed: false }, { isPersonal: false })).toBe(true)
	expect(shouldShowNoGuestsNotice({ guestsAllowed: false }, { isPersonal: true })).toBe(false)
	expect(shouldShowNoGuestsNotice({ guestsAllowed: true }, { isPersonal: false })).toBe(false)
	expect(shouldShowNoGuestsNotice(undefined, { isPersonal: false })).toBe(false)
})

const saved = { ...newDraft(0, 'abcde-23456'), topic: 'Roadmap' }

test('saved values that become known are shown, but not over changed fields', () => {
	const merged = mergeSavedFields({ saved, draft: { ...saved, topic: 'Mine' } }, { topic: 'Theirs', durationS: 60 })
	expect(merged.draft).toMatchObject({ topic: 'Mine', durationS: 60 })
	expect(merged.saved).toMatchObject({ topic: 'Theirs', durationS: 60 })
})

test('a field that was changed and changed back follows the saved value', () => {
	expect(mergeSavedFields({ saved, draft: { ...saved, topic: 'Roadmap' } }, { topic: 'Theirs' }).draft.topic).toBe(
		'Theirs',
	)
})
