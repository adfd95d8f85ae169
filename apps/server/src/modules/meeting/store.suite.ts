import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '../../platform/database.ts'
import { createSqlAccountStore } from '../account/index.ts'
import { createSqlDirectoryStore } from '../directory/index.ts'
import { type MeetingRow, settingDefaults } from './fields.ts'
import { aDay, aMeeting, at, colleagueId, companyId, hostId, meetingIdOf, otherCompanyId, prepare } from './fixtures.ts'
import { liveDefaults } from './live.ts'
import { createSqlMeetingStore } from './store.sql.ts'
import type { MeetingStore, NewMeetingRow } from './store.ts'

/** Requirements on every meeting store; called once per database, inside its own `describe`. */
export function meetingStoreSuite(open: () => Promise<OpenDatabase>): void {
	let database: OpenDatabase
	let store: MeetingStore

	beforeEach(async () => {
		database = await open()
		store = createSqlMeetingStore(await prepare(database))
	})
	afterEach(() => database.close())

	const inserted = async ({ invited, ...fields }: Partial<NewMeetingRow>) => {
		const meeting = { ...aMeeting({ isInvitedOnly: invited !== undefined, ...fields }), ...(invited && { invited }) }
		await store.insert(meeting)
		return meeting
	}
	const topicsOf = async (day: string, fields = {}) =>
		(await store.findByDay(aDay(day, fields))).map(listed => listed.topic)

	test('a search finds meetings of all days, those to come first, a series once at its next occurrence', async () => {
		const on = (time: string, fields = {}) => inserted({ startAt: at(time), endAt: at(time) + 3_600_000, ...fields })
		const series = (topic: string, second: number, fields: object) =>
			inserted({ topic, isRecurring: true, repeatSecond: second, durationS: 1800, ...fields })
		const hour = 3600
		await on('2026-03-09 10:00:00', { topic: 'Review yesterday' })
		await on('2026-02-01 10:00:00', { topic: 'Review in winter' })
		await on('2024-03-10 10:00:00', { topic: 'Review long ago' })
		await on('2026-03-10 11:30:00', { topic: 'review now' })
		await on('2026-03-12 10:00:00', { topic: 'Review in two days' })
		await on('2026-03-10 15:00:00', { topic: 'Something else' })
		await on('2026-03-10 15:00:00', { topic: 'Review elsewhere', companyId: otherCompanyId })
		// 10 March 2026 is a Tuesday.
		await series('Review every day', 9 * hour, { repeatType: 1 })
		await series('Review on Fridays', 9 * hour, { repeatType: 2, repeatCondition: 5 })
		await series('Review on the 9th', 9 * hour, { repeatType: 3, repeatCondition: 9 })
		const search = (fields = {}) =>
			store.findMatching({
				scope: { companyId, userId: hostId },
				keywords: 'REVIEW',
				now: at('2026-03-10 12:00:00'),
				midnight: at('2026-03-10 00:00:00'),
				...{ weekday: 2, dayOfMonth: 10, daysOfMonth: 31, offset: 0, limit: 20 },
				...fields,
			})
		const expected = [
			'review now',
			'Review every day',
			'Review in two days',
			'Review on Fridays',
			'Review on the 9th',
			'Review yesterday',
			'Review in winter',
		]
		const topics = async (fields = {}) => (await search(fields)).map(({ topic }) => topic)
		expect(await topics()).toEqual(expected)
		expect(await topics({ offset: 2, limit: 3 })).toEqual(expected.slice(2, 5))
		expect(await topics({ keywords: 'yester' })).toEqual(['Review yesterday'])
		expect(await topics({ scope: { companyId, hostOrCreatorId: colleagueId } })).toEqual([])
		expect(await topics({ scope: { allOf: otherCompanyId } })).toEqual(['Review elsewhere'])
	})

	test('[LAND-05] the public list has the meetings anyone may join, of every company of the site and of no other site', async () => {
		await inserted({ topic: 'open' })
		await inserted({ topic: 'open elsewhere', companyId: otherCompanyId })
		await inserted({ topic: 'open room', isRecurring: true, repeatType: 1 })
		await inserted({ topic: 'private', isPrivate: true })
		await inserted({ topic: 'private room', isRecurring: true, repeatType: 1, isPrivate: true })
		await inserted({ topic: 'invited', isInvitedOnly: true })
		await inserted({ topic: 'invited room', isRecurring: true, repeatType: 1, isInvitedOnly: true })
		const { siteId } = aMeeting()
		const listed = await topicsOf('2026-03-10', { scope: { publicOf: siteId } })
		expect(listed.sort()).toEqual(['open', 'open elsewhere', 'open room'])
		expect(await topicsOf('2026-03-10', { scope: { publicOf: 'another' } })).toEqual([])
	})

	describe('a meeting', () => {
		test('[ENT-02] is found as it was given, with the name of its host', async () => {
			const meeting = await inserted({ password: '123', isPrivate: true, startedAt: at('2026-03-10 09:01:00') })
			const expected = { ...meeting, hostName: 'Han Mei', occurrenceEndedAt: null, isOnAir: false }
			expect(await store.find(meeting.meetingId)).toEqual(expected)
			expect(await store.find(meetingIdOf(99_999))).toBeUndefined()
		})

		test('[ENT-02] with SQL or script in its topic is kept as written', async () => {
			const topic = `Robert"); drop table meetings; -- '<script>alert(1)</script>`
			const { meetingId } = await inserted({ topic })
			expect((await store.find(meetingId))?.topic).toBe(topic)
			expect(await topicsOf('2026-03-10')).toEqual([topic])
		})

		test('[ENT-01] with an id that is taken is not inserted and changes nothing', async () => {
			const first = await inserted({ topic: 'first' })
			expect(await store.insert(aMeeting({ meetingId: first.meetingId, topic: 'second' }))).toBe(false)
			expect((await store.find(first.meetingId))?.topic).toBe('first')
			expect(await store.insert(aMeeting())).toBe(true)
		})

		test('[API-18] is revised if it is still as the edit found it', async () => {
			const meeting = await inserted({ password: '1' })
			const other = await inserted({})
			const revision = {
				hostId: colleagueId,
				repeatType: 0,
				repeatCondition: 0,
				topic: "New '); --",
				zone: 'Europe/Berlin',
				startAt: 5,
				endAt: 65_000,
				durationS: 60,
				repeatSecond: 7,
				isPrivate: true,
				isInvitedOnly: false,
				...settingDefaults,
				...liveDefaults,
				hostMustOpen: false,
				password: null,
				hostPassword: 'fresh-5678',
			}
			const { meetingId } = meeting
			expect(await store.update(meetingId, { ...meeting, status: 2 }, revision, 9)).toBe(false)
			expect(await store.update(meetingId, { ...meeting, updatedAt: 4 }, revision, 9)).toBe(false)
			expect(await store.find(meetingId)).toMatchObject(meeting)
			expect(await store.update(meetingId, meeting, revision, 9)).toBe(true)
			expect(await store.find(meetingId)).toMatchObject({ ...meeting, ...revision, updatedAt: 9 })
			expect(await store.find(other.meetingId)).toMatchObject(other)
			expect(await store.update(meetingIdOf(99_999), meeting, revision, 9)).toBe(false)
		})

		test('[ENT-04] has an introduction of its own, and pictures that are in use', async () => {
			const [first, second, third] = ['a', 'b', 'c'].map(letter => `/meeting/pictures/${letter.repeat(64)}.jpg`) as [
				string,
				string,
				string,
			]
			const meeting = aMeeting({ liveBackground: first })
			const { meetingId } = meeting
			await store.insert({ ...meeting, introduction: `<p>one</p><img src="${second}" />` })
			expect(await store.findIntroduction(meetingId)).toContain('<p>one</p>')
			expect(await store.findPicturesInUse([first, second, third])).toEqual(new Set([first, second]))
			expect(await store.update(meetingId, meeting, { ...meeting, liveBackground: null, introduction: 'two' }, 9)).toBe(
				true,
			)
			expect(await store.findIntroduction(meetingId)).toBe('two')
			expect(await store.findPicturesInUse([first, second])).toEqual(new Set())
			const again = { ...meeting, updatedAt: 9 }
			expect(await store.update(meetingId, again, again, 10)).toBe(true)
			expect(await store.findIntroduction(meetingId)).toBe('two')
			await store.remove(meetingId)
			expect(await store.findIntroduction(meetingId)).toBeUndefined()
		})

		test('[DEL-02] is removed unless it is in progress', async () => {
			const waiting = await inserted({})
			const running = await inserted({ status: 2 })
			expect(await store.remove(waiting.meetingId)).toBe(true)
			expect(await store.remove(waiting.meetingId)).toBe(false)
			expect(await store.remove(running.meetingId)).toBe(false)
			expect(await store.find(waiting.meetingId)).toBeUndefined()
			expect(await store.find(running.meetingId)).toBeDefined()
		})

		test('[DEL-02] takes the ends of its occurrences with it', async () => {
			const room = await inserted({ isRecurring: true, repeatType: 1 })
			await store.endOccurrence(room.meetingId, { day: '2026-03-10', startedAt: 1, endedAt: 2 })
			await store.remove(room.meetingId)
			await store.insert(room)
			expect((await store.find(room.meetingId, '2026-03-10'))?.occurrenceEndedAt).toBeNull()
		})

		test('[ENT-02] is locked and unlocked', async () => {
			const { meetingId } = await inserted({})
			await store.setLocked(meetingId, true, 5)
			expect(await store.find(meetingId)).toMatchObject({ isLocked: true, updatedAt: 5 })
			await store.setLocked(meetingId, false, 6)
			expect(await store.find(meetingId)).toMatchObject({ isLocked: false })
		})

		test('many at once are all there', async () => {
			await store.insertMany(Array.from({ length: 600 }, (_, i) => aMeeting({ topic: `number ${i}` })))
			expect(await store.findByDay(aDay('2026-03-10', { limit: 1000 }))).toHaveLength(600)
		})
	})

	describe('attendees', () => {
		const nobody = { people: [], departmentIds: [] }
		/** A person with no part in these tests' meetings. */
		const strangerId = 'user-9' as typeof hostId

		/** Works (1), Platform (2) in it, a team (3) in that; and a loop of two (8, 9). Li Lei is in `number`. */
		async function places(number: string) {
			const directory = createSqlDirectoryStore(database.db)
			for (const [number, parentNumber, at] of [
				['1', null, companyId],
				['2', '1', companyId],
				['3', '2', companyId],
				['8', '9', companyId],
				['9', '8', companyId],
				['1', null, otherCompanyId],
			] as const)
				await directory.insertDepartments([
					{
						id: `${at}-${number}`,
						companyId: at,
						number,
						name: `number ${number}`,
						parentNumber,
					},
				])
			await directory.addToDepartment(colleagueId, `${companyId}-${number}`)
		}
		const departments = (...numbers: string[]) => ({
			people: [],
			departmentIds: numbers.map(number => `${companyId}-${number}`),
		})
		const seenBy = (userId: typeof hostId, fields = {}) =>
			topicsOf('2026-03-10', { scope: { companyId, userId }, ...fields })
		const ofStranger = { hostId: strangerId, creatorId: strangerId }

		test('[ENT-05] invited in person, even repeatedly, are shown with their current names', async () => {
			const invited = { people: [colleagueId, hostId], departmentIds: [] }
			const { meetingId } = await inserted({ invited })
			expect(await store.findInvited(meetingId)).toEqual({
				people: [
					{ id: hostId, name: 'Han Mei' },
					{ id: colleagueId, name: 'Li Lei' },
				],
				departments: [],
			})
			await createSqlAccountStore(database.db).saveDisplayName(hostId, 'Mei Han')
			expect((await store.findInvited(meetingId)).people).toContainEqual({ id: hostId, name: 'Mei Han' })
			expect(await store.findInvited((await inserted({})).meetingId)).toEqual({ people: [], departments: [] })
		})

		test('[LIST-01] the list has it for host, creator and attendees, and for no one else', async () => {
			await inserted({ topic: 'everybody', ...ofStranger })
			await inserted({ topic: 'me', invited: { people: [colleagueId], departmentIds: [] }, ...ofStranger })
			await inserted({ topic: 'my own', invited: nobody, isInvitedOnly: true, ...ofStranger, hostId: colleagueId })
			await inserted({
				topic: 'I made it',
				invited: nobody,
				isInvitedOnly: true,
				...ofStranger,
				creatorId: colleagueId,
			})
			await inserted({ topic: 'not me', invited: { people: [hostId], departmentIds: [] }, ...ofStranger })
			await inserted({ topic: 'elsewhere', companyId: otherCompanyId })
			expect(await seenBy(colleagueId)).toEqual(['everybody', 'me', 'my own', 'I made it'])
			expect(await seenBy(hostId)).toEqual(['everybody', 'not me'])
			expect(await seenBy('user-8' as typeof hostId)).toEqual(['everybody'])
			expect(await topicsOf('2026-03-10')).toHaveLength(5)
		})

		test('[LIST-01] [REC-07] rooms are no different', async () => {
			const room = { isRecurring: true, repeatType: 1, ...ofStranger }
			await inserted({ topic: 'mine', invited: { people: [colleagueId], departmentIds: [] }, ...room })
			await inserted({ topic: 'not mine', invited: { people: [hostId], departmentIds: [] }, ...room })
			expect(await seenBy(colleagueId)).toEqual(['mine'])
			expect(await seenBy(colleagueId, { keywords: 'not' })).toEqual([])
		})

		/** One meeting for each of some departments, called by its number. */
		async function oneForEach(...numbers: string[]) {
			const ids: Record<string, MeetingRow> = {}
			for (const number of numbers)
				ids[number] = await inserted({ topic: number, invited: departments(number), ...ofStranger })
			return ids
		}

		test('[ENT-05] invited by a department: people in it or below it, not above it or next to it', async () => {
			await places('2')
			const meetings = await oneForEach('1', '2', '3', '9')
			expect(await seenBy(colleagueId)).toEqual(['1', '2'])
			expect(await seenBy(hostId)).toEqual([])
			for (const [number, meeting] of Object.entries(meetings)) {
				expect(await store.isInvited(meeting, colleagueId)).toBe(['1', '2'].includes(number))
				expect(await store.listAttendees(meeting.meetingId, 9)).toEqual(
					['1', '2'].includes(number) ? [colleagueId] : [],
				)
				expect(await store.isInvited(meeting, hostId)).toBe(false)
				expect(await store.isInvited({ ...meeting, companyId: otherCompanyId }, colleagueId)).toBe(false)
			}
			expect(await store.findInvited(meetings['2']?.meetingId as never)).toEqual({
				people: [],
				departments: [{ number: '2', name: 'number 2' }],
			})
		})

		test('[ENT-05] departments above each other come to an end', async () => {
			await places('8')
			const meetings = await oneForEach('1', '8', '9')
			expect(await seenBy(colleagueId)).toEqual(['8', '9'])
			expect(await store.listAttendees(meetings['9']?.meetingId as never, 9)).toEqual([colleagueId])
		})

		test('[ENT-05] in person: they alone', async () => {
			const meeting = await inserted({ invited: { people: [colleagueId], departmentIds: [] }, ...ofStranger })
			expect(await store.isInvited(meeting, colleagueId)).toBe(true)
			expect(await store.listAttendees(meeting.meetingId, 9)).toEqual([colleagueId])
			expect(await store.listAttendees(meeting.meetingId, 0)).toEqual([])
			expect(await store.isInvited(meeting, hostId)).toBe(false)
			expect(await store.isInvited(await inserted(ofStranger), colleagueId)).toBe(false)
		})

		test('[EDIT-03] an edit replaces, removes or keeps them', async () => {
			await places('2')
			const meeting = await inserted({ invited: { people: [hostId, colleagueId], departmentIds: [`${companyId}-1`] } })
			const { meetingId } = meeting
			const revise = async (revision: Partial<NewMeetingRow>, at: number) => {
				const before = await store.find(meetingId)
				if (before) expect(await store.update(meetingId, before, { ...before, ...revision }, at)).toBe(true)
				const { people, departments } = await store.findInvited(meetingId)
				return [...people.map(({ id }) => id), ...departments.map(({ number }) => number)]
			}
			expect(await revise({ topic: 'New' }, 5)).toEqual([hostId, colleagueId, '1'])
			expect(await revise({ invited: { people: [hostId], departmentIds: [`${companyId}-2`] } }, 6)).toEqual([
				hostId,
				'2',
			])
			expect(await revise({ invited: nobody, isInvitedOnly: false }, 7)).toEqual([])
			expect(await store.find(meetingId)).toMatchObject({ isInvitedOnly: false, topic: 'New' })
		})

		test('[ENT-05] a thousand fit', async () => {
			const directory = createSqlDirectoryStore(database.db)
			const ids = Array.from({ length: 1_000 }, (_, i) => `many-${i}`)
			for (const id of ids)
				await directory.insertDepartments([{ id, companyId, number: id, name: id, parentNumber: null }])
			const { meetingId } = await inserted({ invited: { people: [], departmentIds: ids } })
			expect((await store.findInvited(meetingId)).departments).toHaveLength(1_000)
		})

		test('[ENT-01] no one is invited to a meeting whose id was taken', async () => {
			const first = await inserted({})
			const invited = { people: [colleagueId], departmentIds: [] }
			expect(await store.insert({ ...aMeeting({ meetingId: first.meetingId }), invited })).toBe(false)
			expect((await store.findInvited(first.meetingId)).people).toEqual([])
		})

		describe('and goes', () => {
			type Tables = Record<'users' | 'departments' | 'memberships', { id: string; user_id: string }> &
				Record<'meeting_people' | 'meeting_departments', { meeting_id: string }>
			const db = () => database.db.$extendTables<Tables>()
			const left = async () => ({
				people: (await db().selectFrom('meeting_people').selectAll().execute()).length,
				departments: (await db().selectFrom('meeting_departments').selectAll().execute()).length,
			})
			let meeting: MeetingRow
			beforeEach(async () => {
				await places('2')
				const invited = { people: [colleagueId], departmentIds: [`${companyId}-2`] }
				meeting = await inserted({ invited, ...ofStranger })
				expect(await left()).toEqual({ people: 1, departments: 1 })
			})

			test('[DEL-02] with the meeting, nothing of it stays', async () => {
				await store.remove(meeting.meetingId)
				expect(await left()).toEqual({ people: 0, departments: 0 })
			})

			test('[ENT-05] a deleted department or person leaves the meeting to the others, never to everyone', async () => {
				await db().deleteFrom('departments').where('id', '=', `${companyId}-2`).execute()
				expect(await left()).toEqual({ people: 1, departments: 0 })
				await db().deleteFrom('users').where('id', '=', colleagueId).execute()
				expect(await left()).toEqual({ people: 0, departments: 0 })
				expect(await store.find(meeting.meetingId)).toMatchObject({ isInvitedOnly: true })
				expect(await seenBy(hostId)).toEqual([])
			})

			test('[ENT-05] people who left the company are no longer named', async () => {
				await db().deleteFrom('memberships').where('user_id', '=', colleagueId).execute()
				expect((await store.findInvited(meeting.meetingId)).people).toEqual([])
			})
		})

		test('[PAGE-17] each is listed once, however often a person is invited, and pages lose none', async () => {
			await places('3')
			const invited = { ...departments('1', '2', '3'), people: [colleagueId, hostId] }
			for (let i = 0; i < 5; i++) await inserted({ topic: `t${i}`, invited, ...ofStranger })
			for (let i = 0; i < 5; i++)
				await inserted({ topic: 'hidden', invited: { people: [hostId], departmentIds: [] }, ...ofStranger })
			const pages = []
			for (const offset of [0, 2, 4, 6]) pages.push(...(await seenBy(colleagueId, { offset, limit: 2 })))
			expect(pages).toEqual(['t0', 't1', 't2', 't3', 't4'])
		})
	})

	describe('status', () => {
		test('[ENT-01] starts only once, also when many come at the same moment', async () => {
			const { meetingId } = await inserted({})
			const starts = await Promise.all(Array.from({ length: 20 }, (_, i) => store.start(meetingId, 1_000 + i)))
			expect(starts.filter(Boolean)).toHaveLength(1)
			const { status, startedAt } = (await store.find(meetingId)) ?? {}
			expect(status).toBe(2)
			expect(startedAt).toBe(1_000 + starts.indexOf(true))
		})

		test('[ENT-01] a meeting that is over does not start again', async () => {
			const { meetingId } = await inserted({ status: 9 })
			expect(await store.start(meetingId, 1)).toBe(false)
			expect((await store.find(meetingId))?.status).toBe(9)
		})

		test('[ENT-01] the end unlocks; back to not started it forgets when it started', async () => {
			const { meetingId } = await inserted({ status: 2, isLocked: true, startedAt: 7 })
			await store.setStatus(meetingId, 9, 8)
			expect(await store.find(meetingId)).toMatchObject({
				status: 9,
				isLocked: false,
				startedAt: 7,
				endedAt: 8,
				updatedAt: 8,
			})
			await store.setStatus(meetingId, 1, 9)
			expect(await store.find(meetingId)).toMatchObject({ status: 1, startedAt: null })
		})

		test('[REC-07] the end of an occurrence is remembered for its day, also when said twice', async () => {
			const { meetingId } = await inserted({ isRecurring: true, repeatType: 1 })
			await store.endOccurrence(meetingId, { day: '2026-03-10', startedAt: null, endedAt: 10 })
			await store.endOccurrence(meetingId, { day: '2026-03-10', startedAt: 5, endedAt: 20 })
			expect((await store.find(meetingId, '2026-03-10'))?.occurrenceEndedAt).toBe(20)
			expect((await store.find(meetingId, '2026-03-11'))?.occurrenceEndedAt).toBeNull()
			const [listed] = await store.findByDay(aDay('2026-03-10'))
			expect(listed?.occurrenceEndedAt).toBe(20)
		})

		test('[ROOM-46] overdue meetings run past their end: a one-off by its end, a recurring one by its start', async () => {
			const startAt = at('2026-03-10 09:00:00')
			const late = await inserted({ status: 2, startAt, startedAt: startAt })
			const lateRoom = await inserted({ status: 2, isRecurring: true, startedAt: startAt, startAt: 0 })
			await inserted({ status: 2, startAt: startAt + 60_000, startedAt: startAt })
			await inserted({ status: 2, isRecurring: true, startAt: 0, startedAt: startAt + 60_000 })
			await inserted({ status: 1, startAt })
			await inserted({ status: 9, startAt })
			const now = startAt + 3_600_000
			expect(new Set(await store.findOverdue(now))).toEqual(new Set([late.meetingId, lateRoom.meetingId]))
			expect(await store.findOverdue(now - 1)).toEqual([])
		})

		test('[JERR-04] remembers when which password was last guessed, until that is removed or the meeting is deleted', async () => {
			const { meetingId } = await inserted({})
			const other = await inserted({})
			expect(await store.findGuess(meetingId)).toBe(undefined)
			await store.saveGuess(meetingId, { at: 1, password: 'host' })
			await store.saveGuess(other.meetingId, { at: 2, password: 'meeting' })
			const last = { at: 1_800_000_000_000, password: 'live' } as const
			await store.saveGuess(meetingId, last)
			expect(await store.findGuess(meetingId)).toEqual(last)
			await store.removeGuess(meetingId, ['meeting', 'host'])
			expect(await store.findGuess(meetingId)).toEqual(last)
			await store.removeGuess(meetingId, ['host', 'live'])
			expect(await store.findGuess(meetingId)).toBe(undefined)
			expect(await store.findGuess(other.meetingId)).toEqual({ at: 2, password: 'meeting' })
			await store.remove(other.meetingId)
			expect(await store.findGuess(other.meetingId)).toBe(undefined)
		})

		test('[ENT-01] a one-off meeting without participants lapses; a recurring and a running one do not', async () => {
			const waiting = await inserted({})
			const room = await inserted({ isRecurring: true })
			const running = await inserted({ status: 2 })
			await store.closeMissed(waiting.endAt, 1)
			expect((await store.find(waiting.meetingId))?.status).toBe(1)
			await store.closeMissed(waiting.endAt + 1, 5)
			expect(await store.find(waiting.meetingId)).toMatchObject({ status: 9, updatedAt: 5 })
			expect((await store.find(room.meetingId))?.status).toBe(1)
			expect((await store.find(running.meetingId))?.status).toBe(2)
		})
	})

	describe('the meetings of a day', () => {
		test('[PAGE-02] are those that start between its midnights, in this company', async () => {
			await inserted({ topic: 'last of yesterday', startAt: at('2026-03-09 23:59:59') })
			await inserted({ topic: 'first', startAt: at('2026-03-10 00:00:00') })
			await inserted({ topic: 'last', startAt: at('2026-03-10 23:59:59') })
			await inserted({ topic: 'tomorrow', startAt: at('2026-03-11 00:00:00') })
			await inserted({ topic: 'elsewhere', companyId: otherCompanyId })
			expect(await topicsOf('2026-03-10')).toEqual(['first', 'last'])
			expect(await topicsOf('2026-03-10', { scope: { allOf: otherCompanyId } })).toEqual(['elsewhere'])
		})

		test('[REC-06, REC-07, REC-08, REC-09] hold the rooms that occur on it, between the one-off meetings', async () => {
			const room = (topic: string, repeatType: number, repeatCondition: number, hour: number) =>
				inserted({ topic, isRecurring: true, repeatType, repeatCondition, repeatSecond: hour * 3_600, startAt: 0 })
			await room('daily', 1, 0, 8)
			// 2026-03-10 is a Tuesday.
			await room('tuesdays', 2, 2, 10)
			await room('sundays', 2, 0, 10)
			await room('the 10th', 3, 10, 12)
			await room('the 11th', 3, 11, 12)
			await room('any time', 0, 0, 7)
			await room('unheard of', 8, 0, 6)
			await inserted({ topic: 'one-off', startAt: at('2026-03-10 09:00:00') })
			const all = ['unheard of', 'any time', 'daily', 'one-off', 'tuesdays', 'the 10th']
			expect(await topicsOf('2026-03-10')).toEqual(all)
			expect(await topicsOf('2026-03-15')).toEqual(['unheard of', 'any time', 'daily', 'sundays'])
		})

		test('[REC-09] the 31st falls on the last day of a shorter month', async () => {
			await inserted({ topic: '31', isRecurring: true, repeatType: 3, repeatCondition: 31 })
			expect(await topicsOf('2026-02-28')).toEqual(['31'])
			expect(await topicsOf('2026-02-27')).toEqual([])
			expect(await topicsOf('2028-02-28')).toEqual([])
			expect(await topicsOf('2028-02-29')).toEqual(['31'])
			expect(await topicsOf('2026-03-30')).toEqual([])
			expect(await topicsOf('2026-03-31')).toEqual(['31'])
		})

		test('[REC-07] a room is not on days before it was made', async () => {
			await inserted({ topic: 'daily', isRecurring: true, repeatType: 1, createdAt: at('2026-03-10 12:00:00') })
			expect(await topicsOf('2026-03-09')).toEqual([])
			expect(await topicsOf('2026-03-10')).toEqual(['daily'])
		})

		test('[PAGE-17] pages neither repeat nor lose one, even if all start at the same time', async () => {
			// The last one made is the first by id: the order of the table is not the order of the list.
			const ids = Array.from({ length: 25 }, (_, i) => `m_page_${10 + i}`)
			for (const id of ids.toReversed()) await inserted({ id, isRecurring: id.endsWith('3') })
			const seen: string[] = []
			for (const offset of [0, 10, 20, 30]) {
				const page = await store.findByDay(aDay('2026-03-10', { offset, limit: 10 }))
				seen.push(...page.map(listed => listed.id))
			}
			expect(seen).toEqual(ids)
		})

		test('[PAGE-06] keywords find a part of the topic in any case, or of the meeting id', async () => {
			const meeting = await inserted({ topic: 'Harbour Plans 港口' })
			await inserted({ topic: 'Something else' })
			expect(await topicsOf('2026-03-10', { keywords: 'hARBOUR p' })).toEqual([meeting.topic])
			expect(await topicsOf('2026-03-10', { keywords: '港' })).toEqual([meeting.topic])
			const part = meeting.meetingId.slice(2)
			expect(await topicsOf('2026-03-10', { keywords: part })).toEqual([meeting.topic])
			// Ids as displayed, in groups of three.
			for (const between of [' ', '-']) {
				const shown = meeting.meetingId.replace(/(\d{3})(?=\d)/g, `$1${between}`)
				expect(await topicsOf('2026-03-10', { keywords: shown })).toEqual([meeting.topic])
			}
			expect(await topicsOf('2026-03-10', { keywords: '- -' })).toEqual([])
			expect(await topicsOf('2026-03-10', { keywords: 'nowhere' })).toEqual([])
		})

		test.each(['%', '_', '\\', "'", '"', "' or 1=1 --", '%%', '\\%', "'); drop table meetings; --"])(
			'[PAGE-05] %s in keywords means itself and nothing more',
			async keywords => {
				await inserted({ topic: 'plain' })
				await inserted({ topic: `with ${keywords} in it`, isRecurring: true, repeatType: 1 })
				expect(await topicsOf('2026-03-10', { keywords })).toEqual([`with ${keywords} in it`])
			},
		)

		test('[LIST-23] a deleted host leaves a meeting without a name', async () => {
			const stranger = `${hostId}-gone` as typeof hostId
			await inserted({ hostId: stranger })
			const [listed] = await store.findByDay(aDay('2026-03-10'))
			expect(listed?.hostName).toBe('')
		})
	})
}
