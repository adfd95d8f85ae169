import { type CompanyId, formatWireDay, isTopic, isUserName } from '@parley/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSqlAccountStore } from '../modules/account/index.ts'
import { createSqlDirectoryStore } from '../modules/directory/index.ts'
import { createSqlMeetingStore, type MeetingScope } from '../modules/meeting/index.ts'
import { createSqlMessagingStore } from '../modules/messaging/index.ts'
import { createSqlSiteStore } from '../modules/site/index.ts'
import type { OpenDatabase } from '../platform/database.ts'
import { hashPassword, verifyPassword } from '../platform/passwords.ts'
import { describeOnEveryDatabase } from '../platform/testing/index.ts'
import {
	demoGroup,
	demoPassword,
	demoRoom,
	demoSites,
	findPublishedPasswords,
	historyIds,
	mainSite,
	meetingIds,
	parleyDemo,
	removePublishedPasswords,
	seedDemo,
	seedOrRefreshDemo,
} from './index.ts'
import { oaMeetingIds, personId, planMeetings } from './meetings.ts'
import { refreshDemo } from './refresh.ts'
import { oaCompany, oaSite } from './sites.ts'

const noon = Date.parse('2026-11-18T12:00:00+08:00')
const day = 86_400_000
const at = (now: number) => ({ now: () => now })

describeOnEveryDatabase('the demo', open => {
	let database: OpenDatabase
	beforeEach(async () => {
		database = await open()
	})
	afterEach(() => database.close())

	const meetings = () => createSqlMeetingStore(database.db)
	const find = async (id: string) => {
		const found = await meetings().find(id as never)
		if (!found) throw new Error(`no meeting ${id}`)
		return found
	}
	const today = { day: '2026-11-18', from: Date.parse('2026-11-18T00:00:00+08:00'), weekday: 3, dayOfMonth: 18 }
	const listOf = (query: typeof today & { scope?: MeetingScope }) =>
		meetings().findByDay({
			scope: { allOf: parleyDemo },
			to: query.from + day,
			isLastOfMonth: false,
			keywords: '',
			offset: 0,
			limit: 100,
			...query,
		})

	test('no topic calls a meeting a room', () => {
		const topics = planMeetings(noon).map(({ topic }) => topic)
		expect(topics).toContain('研发部技术交流')
		expect(topics.filter(topic => topic.includes('会议室'))).toEqual([])
	})

	test('a group and a room to write in exist once, and messages stay', async () => {
		await seedOrRefreshDemo(database.db, at(noon))
		const store = createSqlMessagingStore(database.db)
		const app = mainSite as never
		const [group, room] = [await store.findGroup(app, demoGroup), await store.findGroup(app, demoRoom)]
		expect(group).toMatchObject({ memberCount: 12, last: 3, settings: { mucType: 0 } })
		expect(room).toMatchObject({ last: 1, settings: { mucType: 5 } })
		for (const uid of await store.memberIds(app, demoGroup)) {
			expect(await createSqlAccountStore(database.db).find(uid as never)).toBeDefined()
		}
		const event = { name: 'messagesReceived' as const, uid: group?.settings.owner as never, body: { content: 'mine' } }
		await store.commit([
			{ appId: app, now: noon, conversation: { id: demoGroup, version: group?.version ?? 0, events: [event] } },
		])
		await seedOrRefreshDemo(database.db, at(noon + day))
		expect((await store.findGroup(app, demoGroup))?.last).toBe(4)
	})

	test('its public password can be taken from its people, who are signed out; a password of their own stays', async () => {
		await seedDemo({ db: database.db, clock: at(noon) })
		const accounts = createSqlAccountStore(database.db)
		const own = await hashPassword('something of my own')
		await accounts.savePasswordHash(personId('lilei'), own)
		const before = await findPublishedPasswords(database.db)
		expect(before).toContain(personId('hanmei'))
		expect(before).not.toContain(personId('lilei'))
		expect(await removePublishedPasswords(database.db)).toBe(before.length)
		expect(await findPublishedPasswords(database.db)).toEqual([])
		const kept = await accounts.find(personId('lilei'))
		expect(kept?.passwordHash).toBe(own)
		expect((await accounts.find(personId('hanmei')))?.passwordHash).toBeNull()
	})

	describe('seeding', () => {
		test('happens once', async () => {
			expect(await seedDemo({ db: database.db, clock: at(noon) })).toBe(true)
			expect(await seedDemo({ db: database.db, clock: at(noon) })).toBe(false)
			expect(await seedOrRefreshDemo(database.db, at(noon))).toBe(true)
			expect(await createSqlSiteStore(database.db).all()).toHaveLength(demoSites.length)
		})

		test('leaves a store with a site of its own alone', async () => {
			const own = { ...demoSites[0], id: 'own', host: 'meet.example.org', settings: {} }
			await createSqlSiteStore(database.db).insert(own as never, noon)
			expect(await seedOrRefreshDemo(database.db, at(noon))).toBe(false)
			expect(await createSqlSiteStore(database.db).all()).toHaveLength(1)
		})

		test('that fails half way leaves nothing', async () => {
			const broken = {
				now() {
					throw new Error('cut off')
				},
			}
			// Fails at the last write: the meetings' table is missing by then.
			await database.db.schema.dropTable('meeting_occurrences').execute()
			await database.db.schema.alterTable('meetings').renameTo('elsewhere').execute()
			await expect(seedDemo({ db: database.db, clock: at(noon) })).rejects.toThrow()
			await expect(seedDemo({ db: database.db, clock: broken })).rejects.toThrow('cut off')
			expect(await createSqlSiteStore(database.db).all()).toEqual([])
			expect(await createSqlAccountStore(database.db).listByCompany(parleyDemo)).toEqual([])
		})

		test('makes four sites, each with a person who can sign in', async () => {
			await seedDemo({ db: database.db, clock: at(noon) })
			const sites = await createSqlSiteStore(database.db).all()
			expect(sites.map(site => [site.host, site.isDefault, site.firstCompanyId])).toEqual([
				['localhost', true, parleyDemo],
				['oa.localhost', false, 'demo_oa_company'],
				['private.localhost', false, 'demo_private_company'],
				['strict.localhost', false, 'demo_strict_company'],
			])
			for (const site of sites) {
				const account = await createSqlAccountStore(database.db).findByName(site.id, 'HanMei')
				expect(await verifyPassword(demoPassword, account?.passwordHash)).toBe(true)
			}
			expect(sites.map(({ settings }) => settings.publicMeetings)).toEqual([true, true, true, false])
			expect(sites[3]?.settings).toMatchObject({ guestsAllowed: false, challengeOpen: true, publicMeetings: false })
		})

		test('makes sixty people in eight departments, with the rights the guide names', async () => {
			await seedDemo({ db: database.db, clock: at(noon) })
			const people = await createSqlAccountStore(database.db).listByCompany(parleyDemo)
			expect(people).toHaveLength(60)
			expect(people.every(person => isUserName(person.name))).toBe(true)
			expect(new Set(people.map(person => person.displayName)).size).toBe(60)
			const rights = Object.fromEntries(people.map(person => [person.name, person.userType]))
			expect(rights).toMatchObject({ hanmei: 1, lilei: 1, admin: 0, manager: 6, operator: 7, scanner: 5, 'oa.wang': 1 })

			const directory = createSqlDirectoryStore(database.db)
			expect(await directory.listDepartments(parleyDemo)).toHaveLength(8)
			expect(await directory.listPlacements(parleyDemo)).toHaveLength(60)
			const elsewhere = await createSqlAccountStore(database.db).listByCompany('demo_harbour' as CompanyId)
			expect(elsewhere.map(person => person.name)).toContain('hanmei')
			const phone = await createSqlAccountStore(database.db).findByName(mainSite, '13800000001')
			expect(phone).toMatchObject({ mobile: '13800000001', mobileCode: '86' })
		})

		test('[MEMB-13] makes a corporate site with people in departments, where attendees are required', async () => {
			await seedDemo({ db: database.db, clock: at(noon) })
			const site = (await createSqlSiteStore(database.db).all()).find(one => one.id === oaSite)
			expect(site?.settings).toMatchObject({ isOa: true, inviteesNeeded: true })
			const people = await createSqlAccountStore(database.db).listByCompany(oaCompany)
			expect(Object.fromEntries(people.map(person => [person.name, person.userType]))).toMatchObject({
				hanmei: 1,
				lilei: 1,
				admin: 0,
				manager: 6,
				operator: 7,
			})
			const directory = createSqlDirectoryStore(database.db)
			expect((await directory.listDepartments(oaCompany)).map(({ parentNumber }) => parentNumber)).toContain('1001')
			expect(await directory.listPlacements(oaCompany)).toHaveLength(people.length)
			const admin = await createSqlAccountStore(database.db).findByName(oaSite, 'admin')
			expect(await verifyPassword(demoPassword, admin?.corporateHash)).toBe(true)
		})

		test('[ENT-05] makes meetings for some, which others do not see', async () => {
			await seedDemo({ db: database.db, clock: at(noon) })
			const seenBy = async (name: string, companyId = parleyDemo, siteId?: typeof oaSite) => {
				const userId = personId(name, siteId)
				const listed = await listOf({ ...today, scope: { companyId, userId } })
				return listed.filter(meeting => meeting.isInvitedOnly).map(meeting => meeting.meetingId)
			}
			expect(await seenBy('hanmei')).toEqual([meetingIds.forSome])
			expect(await seenBy('lilei')).toEqual([meetingIds.forDepartment])
			// In a department below the one that is invited.
			expect(await seenBy('ma.chao')).toEqual([meetingIds.forDepartment])
			expect(await seenBy('shen.teng')).toEqual([])
			const { inProgress, private: ofEast, weekly } = oaMeetingIds
			expect(await seenBy('hanmei', oaCompany, oaSite)).toEqual([inProgress, weekly])
			expect(await seenBy('lilei', oaCompany, oaSite)).toEqual([inProgress, ofEast])
			expect(await seenBy('hugo.brandt', oaCompany, oaSite)).toEqual([ofEast])
			expect(await find(meetingIds.forSome)).toMatchObject({ isPrivate: true })
			expect(await meetings().findInvited(meetingIds.forSome as never)).toEqual({
				people: [{ id: 'demo_hanmei', name: '韩梅' }],
				departments: [{ number: '1004', name: '产品部' }],
			})
		})

		test('makes a day of more than a page and 120 meetings of history', async () => {
			await seedDemo({ db: database.db, clock: at(noon) })
			const listed = await listOf(today)
			expect(listed.map(meeting => meeting.meetingId).sort()).toEqual(Object.values(meetingIds).sort())
			expect(listed.length).toBeGreaterThan(10)
			expect(await find(meetingIds.inProgress)).toMatchObject({ status: 2, hostMustOpen: false, hostName: '韩梅' })
			expect(await find(meetingIds.withPassword)).toMatchObject({ status: 1, password: '123456' })
			for (const id of historyIds) expect(await find(id)).toMatchObject({ status: 9 })
			expect(new Set(historyIds).size).toBe(120)
		})
	})

	describe('a new day', () => {
		beforeEach(() => seedDemo({ db: database.db, clock: at(noon) }))

		test('moves the dates, and ids and topics stay', async () => {
			const before = await find(meetingIds.soon)
			expect(await refreshDemo({ db: database.db, clock: at(noon + 3_600_000) })).toBe(false)
			expect(await refreshDemo({ db: database.db, clock: at(noon + 3 * day) })).toBe(true)
			expect(await refreshDemo({ db: database.db, clock: at(noon + 3 * day) })).toBe(false)
			const { startAt, endAt, updatedAt, ...rest } = before
			const after = await find(meetingIds.soon)
			expect(after).toMatchObject({ ...rest, startAt: startAt + 3 * day, endAt: endAt + 3 * day })
			expect(await find(meetingIds.weekly)).toMatchObject({ repeatCondition: 6 })
		})

		test('leaves meetings people made alone', async () => {
			const own = { ...(await find(meetingIds.soon)), id: 'm_own', meetingId: '100000001' as never, hostName: '' }
			await meetings().insert(own)
			await refreshDemo({ db: database.db, clock: at(noon + day) })
			expect(await find('100000001')).toMatchObject({ startAt: own.startAt, updatedAt: own.updatedAt })
		})

		test('neither restores deleted data nor moves meetings in progress', async () => {
			await meetings().remove(meetingIds.soon as never)
			await meetings().start(meetingIds.always as never, noon + day - 1_000)
			await refreshDemo({ db: database.db, clock: at(noon + day) })
			expect(await meetings().find(meetingIds.soon as never)).toBeUndefined()
			expect(await find(meetingIds.always)).toMatchObject({ status: 2, startedAt: noon + day - 1_000 })
		})
	})
})

describe('the plan', () => {
	const hours = Array.from({ length: 48 }, (_, n) => Date.parse('2026-11-18T00:00:00+08:00') + n * 1_799_000)

	test('has something past, something now and something coming at any hour, all of it today', () => {
		for (const now of hours) {
			const named = new Set<string>(Object.values(meetingIds))
			const today = planMeetings(now).filter(meeting => named.has(meeting.meetingId))
			expect(today).toHaveLength(named.size)
			for (const meeting of today) expect(formatWireDay(meeting.startAt, 'Asia/Shanghai')).toBe('2026-11-18')
			const oneOff = today.filter(meeting => !meeting.isRecurring)
			expect(oneOff.some(meeting => meeting.status === 9)).toBe(true)
			expect(oneOff.some(meeting => meeting.status === 2 && meeting.endAt > now)).toBe(true)
			expect(oneOff.some(meeting => meeting.status === 1 && meeting.startAt > now)).toBe(true)
		}
	})

	test('has topics a person could have typed, one as long as they may be', () => {
		const topics = planMeetings(noon).map(meeting => meeting.topic)
		for (const topic of topics) expect(isTopic(topic)).toBe(true)
		expect(Math.max(...topics.map(topic => Array.from(topic).length))).toBe(200)
	})

	test('has ids that are all different and not in a row', () => {
		const ids = planMeetings(noon).map(meeting => Number(meeting.meetingId))
		expect(new Set(ids).size).toBe(ids.length)
		expect(ids.some(id => ids.includes(id + 1))).toBe(false)
	})
})
