import { CompanyId, UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	aNewMeeting,
	createTestServer,
	hostB,
	type PersonName,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createSqlDirectoryStore } from '../directory/index.ts'

const create = 'POST /meeting/meetings'
const own = 'GET /meeting/users/meetings'
const all = 'GET /meeting/list'

let testServer: TestServer
let anna: TestClient

// X: Works (1001) with anna and otto, Platform (1002) below it with ben, Sales (1003) without members. Y: Works, Shore
// (1002).
beforeEach(async () => {
	testServer = await createTestServer({ callLimits: false })
	await testServer.set('A', { publicMeetings: true })
	for (const [company, path, names] of [
		['X', ['Works'], ['anna', 'otto']],
		['X', ['Works', 'Platform'], ['ben']],
		['X', ['Sales'], []],
		['Y', ['Works'], ['yves']],
		['Y', ['Shore'], []],
		['Y', ['Shore', 'North'], []],
		['Y', ['Shore', 'South'], []],
	] as const) {
		const department = await testServer.nouns.directory.directory.ensureDepartmentPath(
			v.parse(CompanyId, company),
			path,
		)
		for (const name of names)
			await testServer.nouns.directory.directory.addToDepartment(v.parse(UserId, `u-${name}`), department?.id ?? '')
	}
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

/** People by login name and departments by number, in wire form. */
const granted = (people: readonly string[], departments: readonly string[] = []) => ({
	grantedObject: JSON.stringify({
		persons: people.map(name => ({ userId: `u-${name}`, nickName: 'whatever' })),
		departments: departments.map(groupNumber => ({ groupNumber })),
	}),
})
const topicsOf = (reply: Awaited<ReturnType<TestClient['send']>>) =>
	reply.data.meetings.data.map((meeting: { meeting_topic: string }) => meeting.meeting_topic)
const ownOf = async (client: TestClient) => topicsOf(await client.send(own))
const allOf = async (client: TestClient, fields: object = {}, options = {}) =>
	topicsOf(await client.send(all, fields, options))
const detail = async (client: TestClient, id: string) => await client.send(`GET /meeting/meetings/${id}`)
const form = async (client: TestClient, id: string) => await client.send(`GET /meeting/meetings/${id}/edit`)
const exists = async (client: TestClient, id: string) => await client.send(`GET /meeting/checkMeetingExist/${id}`)
const edit = async (client: TestClient, id: string, fields: object) =>
	await client.send(`PATCH /meeting/meetings/${id}`, fields)
const join = async (client: TestClient, id: string, fields: object = {}) =>
	await client.send('POST /meeting/joinMeeting', { meetingId: id, display_name: 'Me', action: 'webJoin', ...fields })

/** The attendees, as the person who runs the meeting reads them. */
async function invitedTo(id: string, client = anna) {
	const { grantedObject, oaDepartment, oaUser } = (await form(client, id)).data.meeting
	if (grantedObject === undefined) return undefined
	const { persons, departments } = JSON.parse(grantedObject)
	return { persons, departments, oaDepartment, oaUser }
}

describe('the password of a meeting', () => {
	const withPassword = { meeting_pwd: '4711', meeting_start_rule: 0 }
	const asked = async (client: TestClient, id: string) => (await detail(client, id)).data.meeting.is_auth
	const codeOf = async (client: TestClient, id: string, fields: object = {}) => (await join(client, id, fields)).code

	test('[JOIN-22, JERR-04] attendees who are signed in do not need it, by name or department; everyone else does', async () => {
		const id = await schedule(anna, { ...withPassword, ...granted(['olga'], ['1002']) })
		for (const name of ['olga', 'ben'] as const) {
			const attendee = await testServer.signIn(name)
			expect([await asked(attendee, id), await codeOf(attendee, id)]).toEqual([0, 200])
		}
		for (const other of [await testServer.signIn('admin'), await testServer.signIn('yves'), await testServer.visit()]) {
			expect([await asked(other, id), await codeOf(other, id)]).toEqual([1, 803])
			expect(await codeOf(other, id, { meeting_pwd: '4711' })).toBe(200)
		}
	})

	test('[JOIN-22] who need not know it is told that there is one', async () => {
		const id = await schedule(anna, { ...withPassword, ...granted(['olga']) })
		const waived = async (client: TestClient) => (await detail(client, id)).data.meeting.pwd_waived
		expect(await waived(await testServer.signIn('olga'))).toBe(1)
		for (const client of [anna, await testServer.signIn('ben'), await testServer.visit()]) {
			expect(await waived(client)).toBeUndefined()
		}
		const open = await schedule(anna, granted(['olga']))
		expect((await detail(await testServer.signIn('olga'), open)).data.meeting.pwd_waived).toBeUndefined()
	})

	test('[JERR-04] is needed by attendees, too, where the meeting says so, and by a company that is invited as a whole', async () => {
		const ben = await testServer.signIn('ben')
		const strict = await schedule(anna, { ...withPassword, ...granted(['ben']), invited_no_pwd: 0 })
		expect([await asked(ben, strict), await codeOf(ben, strict)]).toEqual([1, 803])
		await edit(anna, strict, { invited_no_pwd: 1 })
		expect([await asked(ben, strict), await codeOf(ben, strict)]).toEqual([0, 200])
		await edit(anna, strict, granted(['olga']))
		expect([await asked(ben, strict), await codeOf(ben, strict)]).toEqual([1, 803])
		const open = await schedule(anna, withPassword)
		expect([await asked(ben, open), await codeOf(ben, open)]).toEqual([1, 803])
	})
})

describe('inviting', () => {
	test('[ENT-05] [CREATE-24] people and departments are shown to those who run the meeting, by their current names', async () => {
		const id = await schedule(anna, granted(['ben', 'olga'], ['1003', '1001']))
		expect(await invitedTo(id)).toEqual({
			persons: [
				{ userId: 'u-ben', nickName: 'Display ben' },
				{ userId: 'u-olga', nickName: 'Display olga' },
			],
			departments: [
				{ groupNumber: '1001', groupName: 'Works' },
				{ groupNumber: '1003', groupName: 'Sales' },
			],
			oaDepartment: '1001,1003',
			oaUser: 'u-ben,u-olga',
		})
		expect((await detail(anna, id)).text).not.toContain('u-olga')
	})

	test('[ENT-05] an object is read like its text, each counts once, and an empty list means the whole company', async () => {
		const { grantedObject } = granted(['ben', 'ben'], ['1003', '1003'])
		const id = await schedule(anna, { grantedObject: JSON.parse(grantedObject) })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-ben', oaDepartment: '1003' })
		expect(await invitedTo(await schedule(anna, granted([])))).toBeUndefined()
		expect(await invitedTo(await schedule(anna))).toBeUndefined()
	})

	test.each([
		['somebody of another company', granted(['ben', 'yves'])],
		['somebody of another site', granted(['zoe'])],
		['somebody of no company', granted(['lone'])],
		['nobody at all', granted(['nobody'])],
		['a department of another company', granted(['ben'], ['1004'])],
		['a department that is none', granted([], ['nowhere'])],
	])('[CREATE-30] %s is refused, and nothing is stored', async (_, fields) => {
		expect(await anna.send(create, aNewMeeting(fields))).toMatchObject({ http: 422, code: 42209 })
		const id = await schedule(anna, { ...granted(['ben']), meeting_topic: 'before' })
		expect(await edit(anna, id, { ...fields, meeting_topic: 'after' })).toMatchObject({ http: 422, code: 42209 })
		expect(await ownOf(anna)).toEqual(['before'])
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-ben' })
	})

	test.each([
		'',
		'{',
		'[]',
		'"',
		'null',
		0,
		[],
		{ persons: [] },
		{ persons: [{ userId: "' or 1=1" }], departments: [] },
	])('[ENT-05] %j is no list of people, and is named', async grantedObject => {
		const reply = await anna.send(create, aNewMeeting({ grantedObject }))
		expect(reply).toMatchObject({ http: 422, code: 422, message: 'grantedObject' })
	})

	test('[CREATE-30] a thousand are invited, and no more', async () => {
		const numbers = Array.from({ length: 1_001 }, (_, i) => `n${i}`)
		const directory = createSqlDirectoryStore(testServer.database.db)
		const place = { companyId: v.parse(CompanyId, 'X'), parentNumber: null }
		for (const number of numbers) await directory.insertDepartments([{ ...place, id: number, number, name: number }])
		const tooMany = aNewMeeting(granted([], numbers))
		expect(await anna.send(create, tooMany)).toMatchObject({ http: 422, code: 42209 })
		const id = await schedule(anna, granted([], [...numbers.slice(1), ...numbers.slice(1)]))
		expect((await invitedTo(id))?.departments).toHaveLength(1_000)
	})

	test('[CREATE-22] on OA sites that require it, attendees must be named', async () => {
		await testServer.set('A', { isOa: true, inviteesNeeded: true })
		for (const fields of [{}, granted([])])
			expect(await anna.send(create, aNewMeeting(fields))).toMatchObject({ http: 422, code: 42210 })
		const id = await schedule(anna, granted([], ['1003']))
		expect(await edit(anna, id, { ...granted([]), meeting_topic: 'after' })).toMatchObject({ http: 422, code: 42210 })
		expect(await edit(anna, id, { meeting_topic: 'after' })).toMatchObject({ code: 200 })
		await testServer.set('A', { isOa: false })
		await schedule(anna)
	})

	test('[CREATE-22] [CREATE-30] a personal edition has no one to invite, and does not require it', async () => {
		const stranger = await testServer.nouns.account.accounts.create({
			siteId: 'A' as never,
			companyId: 'P' as never,
			name: 'stranger',
			displayName: 'Stranger',
			userType: 1,
		})
		const strangerId = stranger.ok ? stranger.value.id : ''
		await testServer.nouns.directory.directory.ensureDepartmentPath(v.parse(CompanyId, 'P'), ['Works'])
		await testServer.set('A', { isOa: true, inviteesNeeded: true })
		const mona = await testServer.signIn('mona')
		const stranger1 = { grantedObject: { persons: [{ userId: strangerId }], departments: [] } }
		for (const fields of [stranger1, granted([], ['1001']), granted(['mona'], ['1001'])])
			expect(await mona.send(create, aNewMeeting(fields))).toMatchObject({ http: 422, code: 42209 })
		expect(await mona.send(create, aNewMeeting({ host_user_name: strangerId }))).toMatchObject({ code: 42208 })
		const id = await schedule(mona, { ...granted(['mona']), host_user_name: 'u-mona' })
		expect(await edit(mona, id, { host_user_name: strangerId })).toMatchObject({ code: 42208 })
		expect(await edit(mona, id, stranger1)).toMatchObject({ code: 42209 })
		expect(await edit(mona, id, granted([]))).toMatchObject({ code: 200 })
		await schedule(mona)
	})

	test('[LIST-10] [CREATE-26] user type 5 and guests invite no one', async () => {
		const fields = aNewMeeting(granted(['ben']))
		expect(await (await testServer.signIn('scanner')).send(create, fields)).toMatchObject({ http: 403 })
		expect(await (await testServer.visit()).send(create, fields)).toMatchObject({ http: 401 })
	})
})

describe('the lists', () => {
	/** Olga in person, Platform as a department: ben belongs to it, otto only to the one above. */
	const inviteSome = granted(['olga'], ['1002'])

	test.each<[PersonName, boolean, boolean]>([
		['anna', true, false],
		['ben', true, false],
		['olga', true, false],
		['otto', false, false],
		['both', false, false],
		['scanner', false, false],
		['admin', false, true],
		['sees-all', false, true],
		['owner', false, true],
		['yves', false, false],
		['zoe', false, false],
	])(
		'[LIST-02] [LIST-09] [ROLE-04] %s has one for some in their own list: %s, in all meetings: %s',
		async (name, isOwn, isAll) => {
			await schedule(anna, inviteSome)
			const client = name === 'anna' ? anna : await testServer.signIn(name)
			expect(await ownOf(client)).toEqual(isOwn ? ['Harbour plans'] : [])
			expect(await allOf(client)).toEqual(isAll ? ['Harbour plans'] : [])
		},
	)

	test('[ENT-05] a department includes everyone below it, also later members', async () => {
		await schedule(anna, granted([], ['1001']))
		const [ben, olga] = [await testServer.signIn('ben'), await testServer.signIn('olga')]
		expect(await ownOf(ben)).toHaveLength(1)
		expect(await ownOf(olga)).toEqual([])
		const below = await testServer.nouns.directory.directory.ensureDepartmentPath(v.parse(CompanyId, 'X'), [
			'Works',
			'Platform',
			'Night',
		])
		await testServer.nouns.directory.directory.addToDepartment(v.parse(UserId, 'u-olga'), below?.id ?? '')
		expect(await ownOf(olga)).toHaveLength(1)
	})

	test('[LIST-02] in the personal edition people see their own meetings, and none of strangers', async () => {
		const [mona, mick] = [await testServer.signIn('mona'), await testServer.signIn('mick')]
		const listOf = async (client: TestClient) => (await client.send(own)).data.meetings.data
		const id = await schedule(mona, {})
		await schedule(mona, { is_room: 1 })
		expect(await listOf(mona)).toHaveLength(2)
		expect(await listOf(mick)).toEqual([])
		expect((await mick.send(`GET /meeting/meetings/${id}`)).code).toBe(200)
	})

	test('[LIST-02] the host sees a meeting another person made for others, and keeps it out of other lists', async () => {
		await schedule(anna, { ...granted(['olga']), host_user_name: 'u-both' })
		const both = await testServer.signIn('both')
		expect(await ownOf(both)).toHaveLength(1)
		both.corpId = 'Y'
		expect(await ownOf(both)).toEqual([])
	})

	test('[LIST-09] [ROUTE-24] all meetings are those of the company, private and invitation-only ones among them', async () => {
		await schedule(anna, { meeting_topic: 'private', meeting_privacy: 1, start_time: '2026-03-10 11:00:00' })
		await schedule(anna, { meeting_topic: 'for some', ...inviteSome, start_time: '2026-03-10 12:00:00' })
		await schedule(anna, { meeting_topic: 'open', start_time: '2026-03-10 13:00:00', meeting_pwd: '4711' })
		const yves = await testServer.signIn('yves')
		await schedule(yves, { meeting_topic: 'of Y', start_time: '2026-03-10 14:00:00' })
		const reply = await (await testServer.signIn('sees-all')).send(all, { t: '2026-03-10' })
		expect(topicsOf(reply)).toEqual(['private', 'for some', 'open'])
		expect(reply.text).not.toContain('4711')
		expect(reply.text).not.toContain('host-1234')
		expect(await allOf(yves)).toEqual(['of Y'])
		expect(await allOf(await testServer.signIn('admin'), { keywords: 'some', page: 1, pageSize: 1 })).toEqual([
			'for some',
		])
		expect(await allOf(await testServer.signIn('ben'))).toEqual(['open', 'of Y'])
	})

	test('[LIST-45] [LAND-05] guests, and requests without a person, get the public list, without invitation-only meetings', async () => {
		await schedule(anna, { meeting_topic: 'for some', ...inviteSome })
		await schedule(anna, { meeting_topic: 'private', meeting_privacy: 1 })
		await schedule(anna, { meeting_topic: 'room for some', ...inviteSome, is_room: 1 })
		await schedule(anna, { meeting_topic: 'open' })
		const admin = await testServer.signIn('admin')
		expect(topicsOf(await admin.send(`${all}?unauth`))).toEqual(['open'])
		expect(await allOf(await testServer.visit())).toEqual(['open'])
		expect(await allOf(await testServer.visit({ host: hostB }))).toEqual([])
		expect(await allOf(await testServer.signIn('scanner'))).toEqual(['open'])
	})

	test('[LIST-09] [OP-013] a site with a hidden list shows none to anyone', async () => {
		await schedule(anna)
		await testServer.set('A', { publicMeetings: false })
		for (const name of ['admin', 'owner', 'sees-all', 'ben'] as const)
			expect(await allOf(await testServer.signIn(name))).toEqual([])
	})

	test('[LIST-09] a request that claims another company reveals nothing', async () => {
		await schedule(anna, inviteSome)
		const reply = await (await testServer.signIn('yves')).send(all, {}, { corpId: 'X' })
		expect(reply.text).not.toContain('Harbour')
	})
})

describe('the form', () => {
	test.each<[PersonName, boolean, boolean]>([
		['anna', true, true],
		['ben', true, true],
		['admin', true, true],
		['owner', true, true],
		['sees-all', false, true],
		['olga', false, true],
		['both', false, true],
		['yves', false, false],
	])('[EDIT-02] [OP-137] %s reads who is invited: %s, on a site of the OA kind: %s', async (name, usual, oa) => {
		const id = await schedule(anna, { ...granted(['olga'], ['1003']), host_user_name: 'u-ben' })
		const client = await testServer.signIn(name)
		for (const [isOa, may] of [
			[false, usual],
			[true, oa],
		] as const) {
			await testServer.set('A', { isOa })
			const reply = await form(client, id)
			expect(reply.code).toBe(200)
			for (const field of ['grantedObject', 'oaUser', 'oaDepartment'])
				expect(Object.hasOwn(reply.data.meeting, field)).toBe(may)
			expect(reply.text.includes('u-olga')).toBe(may)
		}
	})

	test('[ENT-05] deleted attendees are left out, and the meeting does not become open to all because of it', async () => {
		const id = await schedule(anna, granted(['olga'], ['1003']))
		const db = testServer.database.db.$extendTables<{
			users: { id: string }
			departments: { company_id: string; number: string }
		}>()
		await db.deleteFrom('departments').where('company_id', '=', 'X').where('number', '=', '1003').execute()
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-olga', oaDepartment: '', departments: [] })
		await db.deleteFrom('users').where('id', '=', 'u-olga').execute()
		expect(await invitedTo(id)).toEqual({ persons: [], departments: [], oaUser: '', oaDepartment: '' })
		expect(await ownOf(await testServer.signIn('ben'))).toEqual([])
	})
})

describe('a private meeting for some', () => {
	const aPrivateOne = () => schedule(anna, { ...granted(['olga'], ['1002']), meeting_privacy: 1 })

	test.each<[PersonName, number, number]>([
		['anna', 200, 200],
		['olga', 200, 200],
		['ben', 200, 200],
		['otto', 404, 808],
		['both', 404, 808],
		['scanner', 404, 808],
		['yves', 404, 808],
		['sees-all', 200, 808],
		['admin', 200, 808],
		['owner', 200, 808],
		['zoe', 404, 805],
	])('[ROLE-01] [JERR-09] %s looks at it: %i, and joins: %i', async (name, http, code) => {
		const id = await aPrivateOne()
		const client = await testServer.signIn(name)
		for (const looks of [detail, form]) {
			const reply = await looks(client, id)
			expect(reply.http).toBe(http)
			expect(reply.text.includes('Harbour')).toBe(http === 200)
		}
		// Meetings of other companies cannot be edited, public or not.
		expect((await exists(client, id)).http).toBe(http)
		expect(await join(client, id)).toMatchObject({ http: 200, code })
	})

	test('[EDIT-11] [DEL-06] a meeting hidden from the caller is reported as missing, not as forbidden', async () => {
		const id = await aPrivateOne()
		await testServer.nouns.meeting.meetings.markStarted(id, testServer.clock.now())
		const asks: ((client: TestClient) => ReturnType<TestClient['send']>)[] = [
			client => edit(client, id, { meeting_topic: 'mine' }),
			client => client.send(`GET /meeting/closeMeeting/${id}`),
			client => client.send(`DELETE /meeting/meetings/${id}`),
		]
		for (const ask of asks) {
			expect((await ask(await testServer.signIn('otto'))).http).toBe(404)
			expect((await ask(await testServer.signIn('olga'))).http).toBe(403)
			expect((await ask(await testServer.signIn('sees-all'))).http).toBe(403)
		}
	})

	test('[JERR-01] [JERR-09] a guest is sent to sign in; the host password opens it', async () => {
		const id = await aPrivateOne()
		expect((await join(await testServer.visit(), id)).code).toBe(801)
		expect((await detail(await testServer.visit(), id)).code).toBe(501)
		expect((await join(await testServer.signIn('otto'), id, { meeting_pwd: 'host-1234' })).code).toBe(200)
	})

	test('[JERR-09] the invited come from whichever of their companies they speak for just now', async () => {
		const id = await schedule(anna, { ...granted(['both']), meeting_privacy: 1 })
		const both = await testServer.signIn('both')
		both.corpId = 'Y'
		expect((await detail(both, id)).http).toBe(200)
		expect((await join(both, id)).code).toBe(200)
	})

	test('[JERR-09] people who left the company are excluded, invited or not', async () => {
		const id = await aPrivateOne()
		const olga = await testServer.signIn('olga')
		const db = testServer.database.db.$extendTables<{ memberships: { user_id: string; company_id: string } }>()
		await db.updateTable('memberships').set({ company_id: 'Y' }).where('user_id', '=', 'u-olga').execute()
		expect((await detail(olga, id)).http).toBe(404)
		expect((await join(olga, id)).code).toBe(808)
	})

	test('[ROLE-01] a public one is open to anyone who has its id', async () => {
		const id = await schedule(anna, granted(['olga']))
		for (const client of [await testServer.visit(), await testServer.signIn('ben'), await testServer.signIn('yves')]) {
			expect((await detail(client, id)).http).toBe(200)
			expect((await join(client, id)).code).toBe(200)
		}
	})
})

describe('editing', () => {
	test('[EDIT-03] [API-18] attendees are replaced, removed, or left as they are', async () => {
		const id = await schedule(anna, granted(['olga'], ['1002']))
		expect(await edit(anna, id, { meeting_topic: 'after' })).toMatchObject({ code: 200 })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-olga', oaDepartment: '1002' })
		expect(await edit(anna, id, granted(['ben', 'both']))).toMatchObject({ code: 200 })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-ben,u-both', oaDepartment: '' })
		expect(await ownOf(await testServer.signIn('olga'))).toEqual([])
		expect(await edit(anna, id, granted([]))).toMatchObject({ code: 200 })
		expect(await invitedTo(id)).toBeUndefined()
		expect(await ownOf(await testServer.signIn('olga'))).toEqual(['after'])
	})

	test('[EDIT-03] [EDIT-06] said to be about attendees alone, it changes nothing else and looks at nothing else', async () => {
		const id = await schedule(anna)
		const more = { meeting_topic: ' ', host_pwd: '', start_time: '2026-03-12 00:00:00', host_user_name: 'u-nobody' }
		const before = (await detail(anna, id)).data.meeting
		testServer.clock.advance(1)
		expect(await edit(anna, id, { ...more, ...granted(['ben']), modifyAttendees: 1 })).toMatchObject({ code: 200 })
		expect({ ...(await detail(anna, id)).data.meeting, updated_at: '' }).toEqual({ ...before, updated_at: '' })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-ben' })
		expect(await edit(anna, id, { ...more, modifyAttendees: 1 })).toMatchObject({ code: 200 })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-ben' })
	})

	test.each<[PersonName, number, number, number]>([
		['anna', 200, 200, 200],
		['ben', 200, 200, 200],
		['admin', 403, 200, 403],
		['owner', 403, 200, 403],
		['sees-all', 403, 403, 403],
		['olga', 403, 403, 403],
		['both', 403, 403, 403],
		['scanner', 403, 403, 403],
		['yves', 404, 404, 404],
		['zoe', 404, 404, 404],
	])(
		'[EDIT-02] [EDIT-03] %s invites: %i, on a site of the OA kind: %i, and changes the rest there: %i',
		async (name, usual, oa, rest) => {
			const id = await schedule(anna, { ...granted(['olga']), host_user_name: 'u-ben' })
			const client = await testServer.signIn(name)
			const attendees = { ...granted([], ['1003']), modifyAttendees: 1 }
			const becomes = async (http: number, was: string) =>
				expect(await invitedTo(id)).toMatchObject({ oaDepartment: http === 200 ? '1003' : was })
			expect((await edit(client, id, attendees)).http).toBe(usual)
			await becomes(usual, '')
			await edit(anna, id, granted(['olga']))
			await testServer.set('A', { isOa: true })
			expect((await edit(client, id, attendees)).http).toBe(oa)
			await becomes(oa, '')
			for (const fields of [
				{ meeting_topic: 'after' },
				granted(['olga']),
				{ ...granted([]), meeting_topic: 'after' },
				{},
			])
				expect((await edit(client, id, fields)).http).toBe(rest)
			expect((await detail(anna, id)).data.meeting.meeting_topic).toBe(rest === 200 ? 'after' : 'Harbour plans')
			if (rest !== 200) await becomes(oa, '')
		},
	)

	test('[EDIT-03] no one invites to an ended meeting, nor without signing in', async () => {
		await testServer.set('A', { isOa: true })
		const id = await schedule(anna)
		const attendees = { ...granted(['ben']), modifyAttendees: 1 }
		expect(await edit(await testServer.visit(), id, attendees)).toMatchObject({ http: 401 })
		await testServer.nouns.meeting.meetings.markStarted(id, testServer.clock.now())
		const admin = await testServer.signIn('admin')
		expect(await edit(admin, id, attendees)).toMatchObject({ http: 200 })
		await anna.send(`GET /meeting/closeMeeting/${id}`)
		for (const client of [admin, anna])
			expect(await edit(client, id, attendees)).toMatchObject({ http: 409, code: 813 })
	})

	test('[EDIT-03] [CREATE-22] an administrator neither removes required attendees nor invites strangers', async () => {
		await testServer.set('A', { isOa: true, inviteesNeeded: true })
		const id = await schedule(anna, granted(['olga']))
		const admin = await testServer.signIn('admin')
		expect(await edit(admin, id, { ...granted([]), modifyAttendees: 1 })).toMatchObject({ code: 42210 })
		expect(await edit(admin, id, { ...granted(['yves']), modifyAttendees: 1 })).toMatchObject({ code: 42209 })
		expect(await invitedTo(id)).toMatchObject({ oaUser: 'u-olga' })
	})

	test('[API-18] of two at once neither is lost, and one list of the invited stands whole', async () => {
		await testServer.set('A', { isOa: true })
		const id = await schedule(anna)
		const admin = await testServer.signIn('admin')
		const replies = await Promise.all([
			edit(anna, id, { meeting_topic: 'after' }),
			edit(anna, id, { meeting_pwd: '4711' }),
			edit(admin, id, { ...granted(['ben', 'both']), modifyAttendees: 1 }),
			edit(anna, id, { ...granted(['olga'], ['1003']), duration: 600 }),
		])
		expect(replies.map(({ http }) => http)).toEqual([200, 200, 200, 200])
		expect((await detail(anna, id)).data.meeting).toMatchObject({
			meeting_topic: 'after',
			meeting_pwd: '4711',
			duration: 600,
		})
		const { oaUser, oaDepartment } = (await invitedTo(id)) ?? {}
		expect(['u-ben,u-both/', 'u-olga/1003']).toContain(`${oaUser}/${oaDepartment}`)
	})
})

describe('the host', () => {
	test('[HOST-02] [CREATE-30] may be a colleague; the creator keeps their rights', async () => {
		const id = await schedule(anna, { host_user_name: 'u-ben', meeting_pwd: '4711' })
		const ben = await testServer.signIn('ben')
		for (const client of [anna, ben]) {
			expect((await detail(client, id)).data.meeting).toMatchObject({
				create_id: 'u-anna',
				host_user_name: 'u-ben',
				host_display_name: 'Display ben',
				meeting_pwd: '4711',
			})
			expect((await join(client, id)).data.parameters.isHost).toBe(1)
		}
		expect(await edit(ben, id, { host_user_name: 'u-admin' })).toMatchObject({ code: 200 })
		expect((await detail(anna, id)).data.meeting).toMatchObject({ host_user_name: 'u-admin', meeting_pwd: '4711' })
		expect(await edit(ben, id, { meeting_topic: 'mine' })).toMatchObject({ http: 403 })
		expect(await edit(anna, id, { host_user_name: 'u-anna' })).toMatchObject({ code: 200 })
	})

	test.each([
		['user type 5', 'u-scanner'],
		['somebody of another company', 'u-yves'],
		['somebody of another site', 'u-zoe'],
		['somebody of no company', 'u-lone'],
		['nobody at all', 'u-nobody'],
		['a login name', 'ben'],
	])('[HOST-04] [LIST-10] is not %s', async (_, host_user_name) => {
		expect(await anna.send(create, aNewMeeting({ host_user_name }))).toMatchObject({ http: 422, code: 42208 })
		const id = await schedule(anna)
		const reply = await edit(anna, id, { host_user_name, meeting_topic: 'after' })
		expect(reply).toMatchObject({ http: 422, code: 42208 })
		expect((await detail(anna, id)).data.meeting).toMatchObject({
			host_user_name: 'u-anna',
			meeting_topic: 'Harbour plans',
		})
	})

	test('[HOST-04] an existing host stays although they could no longer become one', async () => {
		const id = await schedule(anna, { host_user_name: 'u-ben' })
		const db = testServer.database.db.$extendTables<{ memberships: { user_id: string } }>()
		await db.deleteFrom('memberships').where('user_id', '=', 'u-ben').execute()
		expect(await edit(anna, id, { host_user_name: 'u-ben', meeting_topic: 'after' })).toMatchObject({ code: 200 })
	})
})
