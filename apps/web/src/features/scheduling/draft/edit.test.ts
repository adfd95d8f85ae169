import type { MeetingForm } from '@parley/api'
import { isZone, parseWireTime } from '@parley/core'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { aMeeting } from '../../../testing/aMeeting.ts'
import { siteZone, useSite } from '../../site/index.ts'
import {
	canShowForm,
	draftFromMeeting,
	editSearchKeys,
	getChangedFields,
	parseEditSearch,
	parseMeetingId,
	pickEditSearch,
	toEditSearch,
	toMeetingChanges,
} from './draft.ts'
import { type Draft, parseZone } from './draftFields.ts'

const now = parseWireTime('2026-11-21 09:00:00', siteZone()) as number
const aForm = (fields: Partial<MeetingForm> = {}): MeetingForm => ({
	...aMeeting({ password: '2468', hostPassword: 'abcde-23456' }),
	isOa: false,
	canEditOnlyAttendees: false,
	startDay: '2026-11-21' as MeetingForm['startDay'],
	...fields,
})
const before = draftFromMeeting(aForm())
const edited = (fields: Partial<Draft>, was = before) =>
	toMeetingChanges({ ...was, ...fields }, was, { meeting: aForm(), now })

afterEach(() => useSite.setState({ zone: 'Asia/Shanghai' }))

test('[ROUTE-39] [EDIT-14] the query has what a card knows of a meeting, and no password', () => {
	const search = toEditSearch(
		aMeeting({ password: '2468', hostPassword: 'abcde-23456', isRecurring: true, repeatType: 2 }),
	)
	expect(Object.keys(search)).toEqual(editSearchKeys)
	expect(search).toMatchObject({ meeting_id: '842391556', meeting_topic: 'Roadmap for the winter', duration: '5400' })
	expect(JSON.stringify(search)).not.toMatch(/2468|abcde/)
})

test('[EDIT-14] a draft is what the query says', () => {
	const meeting = aMeeting({
		isRecurring: true,
		repeatType: 2,
		repeatCondition: 3,
		isPrivate: true,
		hostMustOpen: false,
	})
	expect(parseEditSearch(toEditSearch(meeting))).toEqual({
		topic: 'Roadmap for the winter',
		start: '2026-11-21 10:00:00',
		durationS: 5400,
		isRecurring: true,
		recurrence: { every: 'week', weekday: 3 },
		host: { id: 'host', displayName: 'Han Mei' },
		isPrivate: true,
		hostMustOpen: false,
	})
})

test.each([
	[{ start_time: '2026-13-01 10:00:00' }, 'start'],
	[{ start_time: '<script>' }, 'start'],
	[{ duration: '-5' }, 'durationS'],
	[{ duration: '9'.repeat(30) }, 'durationS'],
	[{ duration: '0' }, 'durationS'],
	[{ host_user_name: '../../x', host_display_name: 'Li Lei' }, 'host'],
	[{ meeting_topic: ' \u0000 ' }, 'topic'],
])('[EDIT-14] %j is left out', (search, field) => {
	expect(parseEditSearch(search)).not.toHaveProperty(field)
})

test.each([
	{ repeat_type: '2', repeat_condition: '7' },
	{ repeat_type: '3', repeat_condition: '0' },
	{ repeat_type: '3', repeat_condition: '32' },
	{ repeat_type: '77' },
	{ repeat_type: '-1' },
])('[REC-06] an invalid recurrence has no fixed time: %j', search => {
	expect(parseEditSearch({ is_room: '1', ...search }).recurrence).toEqual({ every: 'no-fixed-time' })
})

test('[EDIT-14] no query breaks the form', () => {
	const texts = fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('1', '00', 'null', '%', '-0')))
	const any = fc.record(Object.fromEntries([...editSearchKeys, 'host_pwd', '__proto__'].map(key => [key, texts])))
	fc.assert(
		fc.property(any, query => {
			const search = pickEditSearch(query)
			const parsed = parseEditSearch(search)
			expect(Object.keys(search).every(key => (editSearchKeys as readonly string[]).includes(key))).toBe(true)
			expect(canShowForm(parsed) && !parsed.topic).toBe(false)
			expect(isZone(parseZone(search))).toBe(true)
		}),
	)
})

test('a query without a valid id is about no meeting', () => {
	expect(parseMeetingId({ meeting_id: '842391556' })).toBe('842391556')
	expect(parseMeetingId({ meeting_id: '84239155/../1' })).toBeUndefined()
	expect(parseMeetingId({})).toBeUndefined()
})

test('[EDIT-07] [API-18] only what was changed is sent', () => {
	expect(edited({})).toEqual({})
	expect(edited({ topic: 'Summer' })).toEqual({ topic: 'Summer' })
	expect(edited({ isPrivate: true, durationS: 60 })).toEqual({ isPrivate: true, durationS: 60 })
	expect(edited({ password: '' })).toEqual({ password: '' })
	expect(edited({ host: { id: 'lilei', displayName: '李雷' } as Draft['host'] })).toEqual({ hostId: 'lilei' })
	expect(edited({ attendees: { people: [], departments: [] } })).toEqual({})
})

test('[EDIT-07] a start is sent with its zone, and one in the past becomes now', () => {
	expect(edited({ start: '2026-11-21 11:00:00' })).toEqual({ startTime: '2026-11-21 11:00:00', timeZone: 8 })
	expect(edited({ start: '2026-11-21 08:00:00' })).toEqual({ startTime: '2026-11-21 09:00:00', timeZone: 8 })
	const was = draftFromMeeting(aForm({ startTime: '2026-11-21 07:00:00' as MeetingForm['startTime'] }))
	expect(edited({ topic: 'Late' }, was)).toEqual({ topic: 'Late' })
})

test('[EDIT-14] [OP-077] the start of a query is in the zone of its hours; without them in that of the site', () => {
	useSite.setState({ zone: 'Europe/Berlin' })
	expect(parseZone({ start_time: '2026-07-01 10:00:00' })).toBe('Europe/Berlin')
	expect(parseZone({ start_time: '2026-07-01 10:00:00', time_zone: 'soon' })).toBe('Europe/Berlin')
	expect(parseZone({ start_time: '2026-07-01 10:00:00', time_zone: '2' })).toBe('Europe/Berlin')
	expect(parseZone({ start_time: '2026-07-01 10:00:00', time_zone: '8' })).toBe('Asia/Shanghai')
})

test('[EDIT-07] [OP-077] a start in the past becomes now on the clock of the meeting, in summer too', () => {
	useSite.setState({ zone: 'Europe/Berlin' })
	const meeting = aForm({ startTime: '2026-12-01 10:00:00' as MeetingForm['startTime'], timeZone: 1 })
	const was = draftFromMeeting(meeting)
	const changes = toMeetingChanges({ ...was, start: '2026-07-01 10:00:00' }, was, {
		meeting,
		now: Date.parse('2026-07-01T10:00:00Z'),
	})
	expect(changes.startTime).toBe('2026-07-01 12:00:00')
})

test('the recurrence is sent where it was changed; a one-off meeting has none', () => {
	const series = draftFromMeeting(aForm({ isRecurring: true, repeatType: 1 }))
	expect(edited({ recurrence: { every: 'month', day: 31 } }, series)).toEqual({ repeatType: 3, repeatCondition: 31 })
	expect(edited({ recurrence: { every: 'month', day: 31 } })).toEqual({})
})

test('values that arrive later do not replace changed fields', () => {
	const draft = { ...before, topic: 'Mine', hostPassword: '' }
	expect(getChangedFields(draft, { ...before, hostPassword: '' })).toEqual({ topic: 'Mine' })
})
