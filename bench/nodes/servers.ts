import { GroupId, groupTypes, ImAppId, ImUserId, memberRoles } from '@parley/im'
import * as v from 'valibot'
import { createSqlMessagingStore, memberRow, newGroupSettings } from '../../apps/server/src/modules/messaging/index.ts'
import { openDatabase } from '../../apps/server/src/platform/database.ts'
import { type SharedPrograms, startSharedServices } from '../../apps/server/src/platform/testing/nodes.ts'
import {
	type ServerProcess,
	startServerProcess,
	stopServerProcess,
} from '../../apps/server/src/platform/testing/serverProcess.ts'
import { processTimeMs } from '../live/processTime.ts'
import { createCompanies, meetingOf, nameOf, siteId } from '../load/companies.ts'
import { postgresProcess } from '../load/servers.ts'

/** Group of the first members. */
export const group = v.parse(GroupId, 'load-group')
const groupSize = 10
/** A meeting with a password that its company has to know as well. */
export const guarded = meetingOf(900)
/** Settings that a server without others does not have. */
const ofSeveral = [
	'PARLEY_NODE_URL',
	'PARLEY_REDIS_URL',
	'PARLEY_S3_BUCKET',
	'PARLEY_S3_ENDPOINT',
	'PARLEY_S3_KEY',
	'PARLEY_S3_SECRET',
]

/** One server, or several on one database, with members. */
export interface ComparedServers {
	ports: number[]
	urls: string[]
	/** Whether every server knows all sessions and meetings; otherwise each member has one server. */
	haveOneDatabase: boolean
	/** Processor time so far in ms: of the servers, and of PostgreSQL, which other databases share, and Redis. */
	processorTimes(): { servers: number; others: number }
	stop(): Promise<void>
}

export async function startComparedServers(
	programs: SharedPrograms,
	count: number,
	members: number,
): Promise<ComparedServers> {
	const shared = await startSharedServices(programs)
	const nodes: ServerProcess[] = []
	for (let index = 0; index < count; index++) {
		const settings: Record<string, string> = { ...(await shared.nodeSettings()), PARLEY_DEMO: '0', PARLEY_LOG: 'warn' }
		if (index === 0) {
			const database = { url: shared.database.url, keyFolder: settings.PARLEY_KEYS ?? '' }
			await createCompanies(database, members, meetingId =>
				meetingId === guarded ? { password: '123456', invitedNeedNoPassword: false } : {},
			)
			await createGroup(database)
		}
		const own = Object.entries(settings).filter(([name]) => count > 1 || !ofSeveral.includes(name))
		nodes.push(await startServerProcess(Object.fromEntries(own), { usesBuiltPage: true }))
	}
	const postgres = await postgresProcess(shared.database.url)
	return {
		ports: nodes.map(node => node.port),
		urls: nodes.map(node => node.url('')),
		haveOneDatabase: true,
		processorTimes: () => ({
			servers: nodes.reduce((sum, node) => sum + processTimeMs(node.child.pid ?? 0), 0),
			others: processTimeMs(postgres) + processTimeMs(shared.redis().pid),
		}),
		async stop() {
			for (const node of nodes) await stopServerProcess(node, 'SIGKILL')
			await shared.dispose()
		},
	}
}

/** Two servers like the one, each with a database of its own: what two processes cost on this machine, whatever they share. */
export async function startSeparateServers(programs: SharedPrograms, members: number): Promise<ComparedServers> {
	const servers = [
		await startComparedServers(programs, 1, members),
		await startComparedServers(programs, 1, members),
	] as const
	return {
		ports: servers.flatMap(({ ports }) => ports),
		urls: servers.flatMap(({ urls }) => urls),
		haveOneDatabase: false,
		processorTimes() {
			const [first, second] = [servers[0].processorTimes(), servers[1].processorTimes()]
			// PostgreSQL is the same for both.
			return { servers: first.servers + second.servers, others: first.others }
		},
		async stop() {
			for (const server of servers) await server.stop()
		},
	}
}

async function createGroup(database: { url: string; keyFolder: string }): Promise<void> {
	const { db, close } = await openDatabase(database)
	const now = Date.now()
	const uids = Array.from({ length: groupSize }, (_, member) => v.parse(ImUserId, nameOf(member)))
	const [owner] = uids
	if (!owner) return
	await createSqlMessagingStore(db).commit([
		{
			appId: v.parse(ImAppId, siteId),
			now,
			conversation: {
				id: group,
				create: { group: newGroupSettings({ name: 'Load', announcement: '', mucType: groupTypes.COMMON, owner }) },
				members: uids.map(uid => memberRow(uid, now, 'here', uid === owner ? memberRoles.owner : memberRoles.common)),
				events: [],
			},
		},
	])
	await close()
}
