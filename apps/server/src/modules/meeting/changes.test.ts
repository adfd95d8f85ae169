import { meetingStatus } from '@parley/core'
import { describe, expect, test } from 'vitest'
import { applyChanges } from './changes.ts'
import { type MeetingRow, pickFields, settingNames } from './fields.ts'
import { aMeeting, at } from './fixtures.ts'
import { liveDefaults } from './live.ts'

const now = at('2026-03-10 10:00:30')

function revised(wanted: object, fields: Partial<MeetingRow> = {}) {
	const row = aMeeting({ startAt: at('2026-03-10 15:00:00'), repeatSecond: 15 * 3_600, ...fields })
	const meeting = { ...row, occurrence: { startAt: row.startAt, endAt: row.endAt, status: row.status } }
	const result = applyChanges(meeting, wanted, { meetingPasswordMin: 4, live: true }, now)
	return result.ok ? result.value : result.failure
}

describe('a meeting after an edit', () => {
	test('[API-18] is unchanged if nothing is sent', () => {
		const row = aMeeting({ password: '123', isPrivate: true, hostMustOpen: false, repeatSecond: 9 * 3_600 })
		const meeting = { ...row, occurrence: { startAt: row.startAt, endAt: row.endAt, status: row.status } }
		const { topic, zone, startAt, endAt, durationS, repeatSecond } = row
		const { isPrivate, isInvitedOnly, password, hostPassword, hostId, repeatType, repeatCondition } = row
		expect(applyChanges(meeting, {}, { meetingPasswordMin: 4, live: true }, now)).toEqual({
			ok: true,
			value: {
				topic,
				zone,
				startAt,
				endAt,
				durationS,
				repeatSecond,
				isPrivate,
				isInvitedOnly,
				hostId,
				repeatType,
				repeatCondition,
				...pickFields(row, settingNames),
				...liveDefaults,
				password,
				hostPassword,
			},
		})
	})

	test('[API-18] an empty password removes it, a missing one keeps it', () => {
		expect(revised({ password: '' }, { password: '123' })).toMatchObject({ password: null })
		expect(revised({}, { password: '123' })).toMatchObject({ password: '123' })
	})

	test('[LIST-37] ends its duration after its start', () => {
		expect(revised({ durationS: 1_800 })).toMatchObject({ endAt: at('2026-03-10 15:30:00') })
		expect(revised({ startTime: '2026-03-11 08:00' })).toMatchObject({
			startAt: at('2026-03-11 08:00:00'),
			endAt: at('2026-03-11 09:00:00'),
			repeatSecond: 8 * 3_600,
		})
	})
})

describe('another start', () => {
	test('[CREATE-16] in the past becomes now, to the minute', () => {
		expect(revised({ startTime: '2026-03-10 09:00:00' })).toMatchObject({ startAt: at('2026-03-10 10:00:00') })
	})

	test('[CREATE-16] that is past, and was not touched, stays', () => {
		const startAt = at('2026-03-10 09:00:00')
		expect(revised({ startTime: '2026-03-10 09:00:00', topic: 'x' }, { startAt })).toMatchObject({ startAt })
	})

	test.each(['2026-03-11 00:00', '2026-03-11 00:00:00', '2026-03-11 00:00:30'])(
		'[EDIT-05, OP-087] at %s is not chosen at all',
		startTime => expect(revised({ startTime })).toBe('startAtMidnight'),
	)
	test('[EDIT-05] a minute after midnight is', () => {
		expect(revised({ startTime: '2026-03-11 00:01:00' })).toMatchObject({ startAt: at('2026-03-11 00:01:00') })
	})

	test.each(['2026-02-30 10:00:00', '2026-03-11 25:00:00', '9999-12-31 23:30:00'])(
		'[PAGE-19] %s is impossible',
		startTime => expect(revised({ startTime })).toBe('startInvalid'),
	)

	test('[API-18] is meant in the hours that come with it, else in the zone of the meeting', () => {
		const startTime = '2026-07-10 15:00:00'
		expect(revised({ startTime, timeZone: 9 })).toMatchObject({
			startAt: at('2026-07-10 14:00:00'),
			zone: 'Etc/GMT-9',
		})
		expect(revised({ timeZone: 9 })).toMatchObject({ zone: 'Asia/Shanghai', startAt: at('2026-03-10 15:00:00') })
	})

	test('[API-18] with the hours the meeting was shown in keeps its zone, across a change of daylight saving', () => {
		const zone = 'Europe/Berlin'
		// Time zone of the old start, or of the new one.
		for (const timeZone of [1, 2]) {
			expect(revised({ startTime: '2026-07-10 15:00:00', timeZone }, { zone })).toMatchObject({
				zone,
				startAt: Date.parse('2026-07-10T13:00:00Z'),
			})
		}
	})
})

describe('in progress', () => {
	const running = { status: meetingStatus.inProgress, startAt: at('2026-03-10 09:30:00') } as const

	test('[API-18] it does not start at another time', () => {
		expect(revised({ startTime: '2026-03-10 18:00:00' }, running)).toBe('started')
		expect(revised({ startTime: '2026-03-10 09:30:00', topic: 'New' }, running)).toMatchObject({ topic: 'New' })
	})

	test('[API-18] it may last longer, or shorter, but not less than it has', () => {
		expect(revised({ durationS: 7_200 }, running)).toMatchObject({ endAt: at('2026-03-10 11:30:00') })
		expect(revised({ durationS: 1_860 }, running)).toMatchObject({ endAt: at('2026-03-10 10:01:00') })
		expect(revised({ durationS: 1_800 }, running)).toBe('durationInvalid')
	})

	test('[API-18] over its time, it keeps the duration it has', () => {
		const late = { ...running, durationS: 600 }
		expect(revised({ durationS: 600, topic: 'New' }, late)).toMatchObject({ topic: 'New' })
	})
})

describe('a room', () => {
	const room = { isRecurring: true, repeatType: 1 }

	test('[REC-07] keeps its days and begins at the hour that is wanted, which is never past', () => {
		expect(revised({ startTime: '2026-03-10 08:15:00' }, room)).toMatchObject({
			repeatSecond: 8 * 3_600 + 900,
			startAt: at('2026-03-10 15:00:00'),
		})
	})

	test('[API-18] in progress does not start at another hour', () => {
		const running = { ...room, status: meetingStatus.inProgress, startedAt: at('2026-03-10 09:50:00') } as const
		expect(revised({ startTime: '2026-03-10 16:00:00' }, running)).toBe('started')
		expect(revised({ startTime: '2026-03-12 15:00:00', topic: 'New' }, running)).toMatchObject({ topic: 'New' })
		expect(revised({ durationS: 600 }, running)).toBe('durationInvalid')
		expect(revised({ durationS: 900 }, running)).toMatchObject({ durationS: 900 })
	})

	test('[REC-06] [REC-07] [REC-08] [REC-09] recurs as requested', () => {
		expect(revised({ repeatType: 2, repeatCondition: 0 }, room)).toMatchObject({ repeatType: 2, repeatCondition: 0 })
		expect(revised({ repeatType: 3, repeatCondition: 31 }, room)).toMatchObject({ repeatType: 3, repeatCondition: 31 })
		expect(revised({ repeatCondition: 6 }, { ...room, repeatType: 2, repeatCondition: 1 })).toMatchObject({
			repeatType: 2,
			repeatCondition: 6,
		})
		const weekly = { ...room, repeatType: 2, repeatCondition: 1 }
		expect(revised({ repeatType: 0 }, weekly)).toMatchObject({ repeatType: 0, repeatCondition: 0 })
		expect(revised({ topic: 'New' }, weekly)).toMatchObject({ repeatType: 2, repeatCondition: 1 })
	})

	test('[REC-08] a weekday is not kept as a day of the month, nor guessed', () => {
		const weekly = { ...room, repeatType: 2, repeatCondition: 1 }
		expect(revised({ repeatType: 3 }, weekly)).toBe('recurrenceInvalid')
		expect(revised({ repeatType: 3, repeatCondition: 0 }, weekly)).toBe('recurrenceInvalid')
	})

	test('[REC-07] in progress recurs as before', () => {
		const running = { ...room, status: meetingStatus.inProgress, startedAt: at('2026-03-10 09:50:00') } as const
		expect(revised({ repeatType: 2, repeatCondition: 1 }, running)).toBe('started')
		expect(revised({ repeatType: 1, repeatCondition: 0, topic: 'New' }, running)).toMatchObject({ topic: 'New' })
	})
})

describe('a one-off meeting', () => {
	test('[OP-017] does not become recurring; a form may repeat that it is not', () => {
		expect(revised({ repeatType: 1 })).toBe('recurrenceInvalid')
		expect(revised({ repeatType: 0, repeatCondition: 3 })).toBe('recurrenceInvalid')
		expect(revised({ repeatType: 0, repeatCondition: 0, topic: 'New' })).toMatchObject({ topic: 'New' })
	})
})
