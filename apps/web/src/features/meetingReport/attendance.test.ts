import type { ActivityEntry } from '@parley/api'
import { expect, test } from 'vitest'
import { attendanceOf } from './attendance.ts'
import { attendanceCsv } from './attendanceCsv.ts'

const start = Date.parse('2026-11-21T10:00+08:00')
const minute = (minutes: number) => start + minutes * 60_000
const hanmei = { name: '韩梅', isGuest: false, person: 1 }
const lilei = { name: '李雷', isGuest: false, person: 2 }
const guest = { name: 'Ann', isGuest: true }
const entry = (minutes: number, action: string, actor?: ActivityEntry['actor'], more: object = {}): ActivityEntry => ({
	at: minute(minutes),
	action,
	...(actor && { actor }),
	...more,
})
/** Rows as `name first–last: minutes present, joins`, in minutes from the start. */
const rowsOf = (entries: ActivityEntry[], now = minute(60)) =>
	attendanceOf(entries, now).map(({ person, firstJoinedAt, lastLeftAt, presentMs, joins }) => {
		const [first, last] = [firstJoinedAt, lastLeftAt].map(at => (at === undefined ? '' : (at - start) / 60_000))
		return `${person.name} ${first}–${last}: ${presentMs / 60_000}, ${joins}`
	})

test('[ROOM-205] a person who comes again is one row, with the time in which they were there', () => {
	expect(
		rowsOf([
			entry(0, 'joined', hanmei),
			entry(5, 'joined', lilei),
			entry(10, 'left', lilei),
			entry(20, 'joined', lilei),
			entry(25, 'left', lilei),
			entry(30, 'left', hanmei),
		]),
	).toEqual(['韩梅 0–30: 30, 1', '李雷 5–25: 10, 2'])
})

test('[ROOM-205] several windows of a member count as one presence', () => {
	const entries = [entry(0, 'joined', hanmei), entry(5, 'joined', hanmei), entry(10, 'left', hanmei)]
	expect(rowsOf(entries)).toEqual(['韩梅 0–: 60, 2'])
	expect(rowsOf([...entries, entry(15, 'left', hanmei)])).toEqual(['韩梅 0–15: 15, 2'])
})

test('[ROOM-205] who is there has not left; the end of the meeting ends every visit', () => {
	const entries = [entry(0, 'joined', hanmei), entry(5, 'joined', guest)]
	expect(rowsOf(entries, minute(30))).toEqual(['韩梅 0–: 30, 1', 'Ann 5–: 25, 1'])
	expect(rowsOf([...entries, entry(40, 'ended')])).toEqual(['韩梅 0–40: 40, 1', 'Ann 5–40: 35, 1'])
	// A server that was killed noted nothing of those who did not come back; its end is not counted twice.
	expect(rowsOf([...entries, entry(40, 'ended'), entry(41, 'left', guest)])).toEqual([
		'韩梅 0–40: 40, 1',
		'Ann 5–40: 35, 1',
	])
})

test('[ROOM-205] members of one name are two people, and a new name makes no other person', () => {
	const namesake = { ...hanmei, person: 3 }
	expect(
		rowsOf([
			entry(0, 'joined', hanmei),
			entry(1, 'joined', namesake),
			entry(2, 'joined', guest),
			entry(3, 'renamed', guest, { detail: 'Anne' }),
			entry(4, 'renamed', hanmei, { target: namesake, detail: '韩梅梅' }),
			entry(5, 'left', { ...guest, name: 'Anne' }),
			entry(6, 'left', { ...namesake, name: '韩梅梅' }),
			entry(7, 'left', hanmei),
		]),
	).toEqual(['韩梅 0–7: 7, 1', '韩梅梅 1–6: 5, 1', 'Anne 2–5: 3, 1'])
})

test('[ROOM-205] who only waited, or was acted on, did not attend', () => {
	expect(
		rowsOf([entry(0, 'waiting', guest), entry(1, 'denied', hanmei, { target: guest }), entry(2, 'left', lilei)]),
	).toEqual([])
})

test('[ROOM-205] the file has one row for each person, with times that spreadsheets read, in the zone that is named', () => {
	const entries = [entry(0, 'joined', { ...guest, name: '=1+1' }), entry(2, 'left', { ...guest, name: '=1+1' })]
	const [head, ...rows] = attendanceCsv([...entries, entry(3, 'joined', hanmei)], 'Europe/Berlin', minute(65))
		.trim()
		.split('\r\n')
	expect(head).toBe(
		'"成员","身份","首次加入（Europe/Berlin）","最后离开（Europe/Berlin）","在会时长","加入次数","时区偏移"',
	)
	expect(rows).toEqual([
		`"'=1+1","访客","2026-11-21 03:00:00","2026-11-21 03:02:00","0:02:00","1","UTC+01:00"`,
		'"韩梅","已登录","2026-11-21 03:03:00","仍在会议中","1:02:00","1","UTC+01:00"',
	])
})
