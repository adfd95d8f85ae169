import { CompanyId, type MeetingId, SiteId, UserId } from '@parley/core'
import type { ParticipantId } from '@parley/room'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { withCommandContext } from '../../admin/commandContext.ts'
import { createTestTerminal } from '../../admin/testTerminal.ts'
import type { CommandContext } from '../../platform/command.ts'
import type { Config } from '../../platform/config.ts'
import { aQualityReport } from '../../testing/aQualityReport.ts'
import { aNodeRow } from '../../testing/nodeRow.ts'
import { createSqlCompanyStore } from '../company/index.ts'
import { createSqlMeetingStore, liveDefaults, type MeetingRow, settingDefaults } from '../meeting/index.ts'
import { createSqlNodeStore } from '../node/index.ts'
import { createSqlEndRequestStore } from '../room/index.ts'
import { findSite } from '../site/index.ts'
import { aVisit, meetingId, otherMeetingId } from './fixtures.ts'
import { createSqlVisitStore } from './visitStore.sql.ts'

/** A terminal beside a database with two meetings, of which the first is in progress. */
async function setUp() {
	const { parley, dataFolder } = await createTestTerminal()
	const look = <T>(work: (context: CommandContext) => Promise<T>) =>
		withCommandContext({ dataFolder, databaseUrl: undefined } as Config, work)
	await parley(['site', 'create', 'meet.example.org'])
	await parley(['company', 'create', 'Example'])
	await look(async context => {
		const site = await findSite(context, undefined)
		if (!site.ok) throw new Error('no site')
		const [company] = await createSqlCompanyStore(context.db).listBySite(site.value.id)
		const of = { siteId: site.value.id, companyId: company?.id ?? ('' as CompanyId) }
		await createSqlMeetingStore(context.db).insertMany([
			aMeeting({ ...of, id: 'm_1', meetingId, topic: 'Harbour plans', status: 2 }),
			aMeeting({ ...of, id: 'm_2', meetingId: otherMeetingId, topic: 'Later', status: 1 }),
		])
	})
	return { parley, look }
}

const aMeeting = (fields: Partial<MeetingRow>): MeetingRow => ({
	id: 'm_0',
	meetingId,
	siteId: v.parse(SiteId, 'A'),
	companyId: v.parse(CompanyId, 'X'),
	creatorId: v.parse(UserId, 'u-1'),
	hostId: v.parse(UserId, 'u-1'),
	topic: 'Topic',
	zone: 'Asia/Shanghai',
	startAt: 1,
	endAt: 2,
	durationS: 1,
	status: 1,
	isPrivate: false,
	isInvitedOnly: false,
	isLocked: false,
	waitingRoomNow: null,
	...settingDefaults,
	...liveDefaults,
	password: null,
	hostPassword: 'host1234',
	isRecurring: false,
	repeatType: 0,
	repeatCondition: 0,
	repeatSecond: 0,
	startedAt: null,
	endedAt: null,
	createdAt: 1,
	updatedAt: 1,
	...fields,
})

test('[ROOM-171] open rooms are listed, and one is shown with its people and their lines', async () => {
	const { parley, look } = await setUp()
	expect((await parley(['room', 'list'])).stdout).toBe('Nobody is in a meeting.')
	expect((await parley(['room', 'show', meetingId])).stdout).toContain('Nobody has been in "Harbour plans"')
	await look(async ({ db, clock }) => {
		const visits = createSqlVisitStore(db)
		const since = clock.now() - 65 * 60_000
		const lilei = aVisit({ heldAt: since, joinedAt: since })
		await visits.begin(lilei, 'node-1')
		// The server was lost, and they returned to another one.
		await visits.begin({ ...lilei, joinedAt: since + 1_000 }, 'node-2')
		await visits.addReport(lilei, since + 30_000, aQualityReport({ concealedMs: 12_400, lostPackets: 111 }))
		const guest = { participantId: 'p_000000000002' as ParticipantId, personKey: 'person-2', userId: null }
		const ann = aVisit({ ...guest, name: 'Ann', heldAt: since, joinedAt: since + 60_000 })
		await visits.begin(ann, 'node-1')
		await visits.end(ann, since + 90_000)
	})
	const listed = (await parley(['room', 'list'])).stdout
	expect(listed).toMatch(/123456789 +1 +1 h 5 min +Harbour plans/)
	// Where several servers run, the list names the one that has the room.
	await look(async ({ db }) => {
		await createSqlNodeStore(db).insert(aNodeRow('node-1', { url: 'http://10.0.0.11:8080' }))
		const tables = db.$extendTables<{ room_nodes: { meeting_id: string; node: string } }>()
		await tables.insertInto('room_nodes').values({ meeting_id: meetingId, node: 'node-1' }).execute()
	})
	expect((await parley(['room', 'list'])).stdout).toMatch(/1 h 5 min +http:\/\/10\.0\.0\.11:8080 +Harbour plans/)
	const shown = (await parley(['room', 'show', '123 456 789'])).stdout
	expect(shown).toContain('Harbour plans: 1 in the room, 2 in all')
	expect(shown).toMatch(/李雷 +member +in for 1 h 5 min +12.4 s +0 s +10 % +0 % +0/)
	expect(shown).toMatch(/Ann +guest +left \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
	expect(await parley(['room', 'show', '999999999'])).toMatchObject({ exitCode: 1, stderr: 'No meeting 999999999' })
	expect((await parley(['room', 'show', 'harbour'])).exitCode).toBe(1)
})

test('[ROOM-170] only a meeting in progress is ended, by the running server', async () => {
	const { parley, look } = await setUp()
	const requested = (): Promise<MeetingId[]> => look(({ db }) => createSqlEndRequestStore(db).findSince(0))
	expect(await parley(['room', 'end', otherMeetingId])).toMatchObject({
		exitCode: 1,
		stderr: '"Later" is not in progress',
	})
	expect(await requested()).toEqual([])
	expect((await parley(['room', 'end', meetingId])).stdout).toContain('"Harbour plans" ends')
	expect(await requested()).toEqual([meetingId])
})

test('[ROOM-171] the figures are those of the last days, within which visits are kept', async () => {
	const { parley, look } = await setUp()
	expect((await parley(['room', 'stats'])).stdout).toMatch(/meetings held +0/)
	await look(async ({ db, clock }) => {
		const visits = createSqlVisitStore(db)
		const visit = aVisit({ joinedAt: clock.now() - 3_600_000 })
		await visits.begin(visit, 'node-1')
		await visits.addReport(visit, clock.now(), aQualityReport({ joinMs: 900, concealedMs: 500 }))
		await visits.end(visit, clock.now())
		await visits.rate(visit.participantId, 'great')
	})
	const { stdout } = await parley(['room', 'stats', '--days', '1'])
	for (const part of [
		/Last day:/,
		/visits +1/,
		/time in meetings +1 h 0 min/,
		/sound lost +0.5 s/,
		/1 great, 0 ok, 0 poor/,
	])
		expect(stdout).toMatch(part)
	expect((await parley(['room', 'stats', '--days', '8'])).exitCode).not.toBe(0)
})
