import { loadavg } from 'node:os'
import { env } from 'node:process'
import { findSharedPrograms } from '../apps/server/src/platform/testing/nodes.ts'
import { eventTimes } from './nodes/events.ts'
import { measureRequests } from './nodes/requests.ts'
import { startComparedServers, startSeparateServers } from './nodes/servers.ts'
import { countTries } from './nodes/tries.ts'

export const name = 'Two servers on one database, compared with one'

const members = 1_000

export async function run() {
	const programs = findSharedPrograms(env)
	if (!programs) throw new Error('PostgreSQL, Redis or the object store is missing')
	const one = await startComparedServers(programs, 1, members)
	const two = await startComparedServers(programs, 2, members)
	const separate = await startSeparateServers(programs, members)
	try {
		const requests = await measureRequests(one, two, separate)
		return [
			{
				title: 'Processor time and waiting of requests, in turns',
				rows: requests.inTurns,
				notes: [
					'Goal: processor time of the servers at most 1.15 times that of one, p95 of entering at most 1.5 times. Requests go to both servers in turn, and joins and sockets of a meeting to one of them, as the proxies in `deploy` send them. "All" includes PostgreSQL and Redis; what idle servers take is subtracted. The one server uses PostgreSQL without Redis and object store.',
					'"Separate" are two servers like the one, with a database each and without Redis: the additional cost of theirs is that of two processes on the cores of this machine, and "two to separate" is the cost of sharing a database.',
					'A detail and a join cost two commands of Redis each, because ids are not guessed more often with several servers, unless the meeting is in the own list of the member and this server has read it (API-03). All meetings measured here are, and cost none.',
				],
			},
			{
				title: 'Reads alone, without other requests between them',
				rows: requests.alone,
				notes: [
					'Of the ten that are sent at once, each of two servers gets five, unless the row says that there are ten at once for each server.',
				],
			},
			{
				title: 'From the act of one person until another one is told',
				rows: await eventTimes(one, two),
				notes: ['Goal: p95 of two servers at most 150 ms. The two people are connected to different servers.'],
			},
			{
				title: 'Wrong tries that limits let through',
				rows: await countTries(one, two),
				notes: [
					'Goal: as many as with one server. The tries go to both servers in turn.',
					`Load of the machine at the end, with other programs: ${loadavg()[0]?.toFixed(1)}.`,
				],
			},
		]
	} finally {
		await one.stop()
		await two.stop()
		await separate.stop()
	}
}
